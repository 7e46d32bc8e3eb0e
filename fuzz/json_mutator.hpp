// Mutates a JSON document in such a way that it is still a JSON document.
//
//   {"merges":[[97,98]]}     one value replaced     {"merges":[[97,18446744073709551616]]}
#pragma once

#include <cstddef>
#include <cstdint>

namespace bpetite::fuzz {

// Use it in LLVMFuzzerCustomMutator. Gives the new size. An input that is not JSON gets one of
// libFuzzer's own mutations.
std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

}  // namespace bpetite::fuzz
