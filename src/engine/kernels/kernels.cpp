// Where there are levels, one of them is chosen; elsewhere there is one.
#include "engine/kernels/kernels.hpp"

namespace bpetite::engine {

const Kernels& kernels(Level level) {
#if defined(__x86_64__)
  if (level == Level::avx512) return kernels_avx512();
  if (level == Level::avx2) return kernels_avx2();
#endif
  static_cast<void>(level);
  return kernels_portable();
}

}  // namespace bpetite::engine
