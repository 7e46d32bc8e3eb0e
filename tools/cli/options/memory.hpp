// Checks before a training begins that there is enough memory (`require_memory`). If there is not,
// throws the error below. `shown_bytes` writes a number of bytes for people.
//
//   train: 24.0 GiB of memory are needed, and 15.3 GiB are available [S42d, chapter 12]
#pragma once

#include <cstdint>
#include <string>

namespace bpetite::cli {

// A number of bytes for people: "1.5 GiB".
std::string shown_bytes(std::uint64_t bytes);

// Throws ValueError if the system cannot give `needed` bytes. If that much memory is not free,
// /proc/meminfo says how much the system can take back from its caches.
void require_memory(std::uint64_t needed);

}  // namespace bpetite::cli
