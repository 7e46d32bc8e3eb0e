// Prints a message to stderr and aborts the program if a condition does not hold (assert_internal).
// Such a state is a bug of this library: no input can cause it.
#include "core/assertion.hpp"

#include <cstdio>
#include <cstdlib>

namespace bpetite {

void assert_internal(bool holds, const char* what) noexcept {
  if (!holds) {
    std::fprintf(stderr, "bpetite: internal: %s\n", what);
    std::abort();
  }
}

}  // namespace bpetite
