// Draws seeds of hashes from the system.
#include "core/hash.hpp"

#include <random>

namespace bpetite {

HashSeed new_hash_seed() {
  thread_local std::random_device system;  // it takes longer to make than to ask
  const auto odd = [&] { return std::uint64_t{system()} << 32 | system() | 1; };
  const std::uint64_t a = odd();
  return {a, odd()};
}

}  // namespace bpetite
