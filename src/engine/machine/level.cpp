// Asks the processor which instructions it has, by functions that GCC and Clang have built in
// (machine_levels). level() chooses the best level, or a lower one that the environment variable
// BPETITE_SIMD names.
#include "engine/machine/level.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace bpetite::engine::machine {

std::vector<Level> machine_levels() {
  std::vector<Level> levels = {Level::portable};
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0) {
    levels.push_back(Level::avx2);
    if (__builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
        __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vbmi") != 0 &&
        __builtin_cpu_supports("avx512vbmi2") != 0) {
      levels.push_back(Level::avx512);
    }
  }
#endif
  return levels;
}

Level level() {
  static const Level best = [] {
    constexpr std::array<std::string_view, 3> names = {"portable", "avx2", "avx512"};
    const char* const wish = std::getenv("BPETITE_SIMD");
    const auto found = std::ranges::find(names, std::string_view(wish == nullptr ? "" : wish));
    const auto most = static_cast<Level>(std::min<std::ptrdiff_t>(found - names.begin(), 2));
    return std::min(machine_levels().back(), most);
  }();
  return best;
}

}  // namespace bpetite::engine::machine
