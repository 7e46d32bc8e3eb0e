// Level names the instructions that the engine may use: portable, AVX2 or AVX-512. The results are
// the same with each. machine_levels() lists those that the machine has. level() chooses one at its
// first call, and later gives the same one: the best, or a lower one that BPETITE_SIMD names.
//
//   BPETITE_SIMD=portable bpetite encode ...      a lower level than the machine's, for tests
#pragma once

#include <cstdint>
#include <vector>

namespace bpetite::engine::machine {

// The results are the same at every level.
enum class Level : std::uint8_t { portable, avx2, avx512 };

// All levels of this machine, lowest first. The other instructions that a level is compiled for
// (bmi, lzcnt, popcnt) are older: no machine has AVX2 and lacks them.
std::vector<Level> machine_levels();

// The best of them, or a lower one that BPETITE_SIMD asks for (portable, avx2 or avx512).
Level level();

}  // namespace bpetite::engine::machine
