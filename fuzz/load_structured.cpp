// Loads JSON as an artifact, the file of a saved tokenizer, and checks the same as load.cpp. Its
// mutator changes a value of the parsed document, so that most inputs pass the first two steps of
// the loader.
//
//   {"merges":[[97,98]]}     one value replaced     {"merges":[[97,18446744073709551616]]}
#include "harness.hpp"
#include "judge.hpp"
#include "mutators.hpp"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return bpetite::fuzz::mutate_json(data, size, max_size, seed);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bpetite::fuzz::judge_artifact(bpetite::fuzz::bytes_of(data, size));
  return 0;
}
