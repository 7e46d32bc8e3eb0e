// Whether the machine has the memory that a work will need, asked before it begins.
//
//   train: 24.0 GiB of memory are needed, and 15.3 GiB are available [S42d]
#pragma once

#include <cstdint>
#include <string>

namespace bpetite::cli {

// "1.5 GiB"
std::string shown_bytes(std::uint64_t bytes);

// ValueError if there is not so much. No file is opened as long as that much lies idle; otherwise
// the system is asked what it could give (/proc/meminfo).
void require_memory(std::uint64_t needed);

}  // namespace bpetite::cli
