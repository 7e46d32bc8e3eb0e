// Draws the seeds of hashes from the system, by getentropy.
//
// std::random_device is used only if getentropy fails: to make one takes 12 microseconds on a
// virtual machine, getentropy 0.4. To keep one for each thread needs memory when it is made, and
// without memory the C library ends the process.
#include "core/hash.hpp"

#include <unistd.h>

#include <array>
#include <random>

namespace bpetite {

HashSeed new_hash_seed() {
  std::array<std::uint64_t, 2> drawn{};
  if (getentropy(drawn.data(), sizeof drawn) != 0) {
    std::random_device system;
    for (std::uint64_t& number : drawn) number = std::uint64_t{system()} << 32 | system();
  }
  return {drawn[0] | 1, drawn[1] | 1};
}

}  // namespace bpetite
