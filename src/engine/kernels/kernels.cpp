// Chooses the table of kernels, the inner loops of the engine, for a level of instructions
// (of_level): AVX-512, AVX2 or portable. A processor other than x86-64 has only the portable one.
#include "engine/kernels/kernels.hpp"

namespace bpetite::engine::kernels {

const Kernels& of_level(machine::Level level) {
#if defined(__x86_64__)
  if (level == machine::Level::avx512) return kernels_avx512();
  if (level == machine::Level::avx2) return kernels_avx2();
#endif
  static_cast<void>(level);
  return kernels_portable();
}

}  // namespace bpetite::engine::kernels
