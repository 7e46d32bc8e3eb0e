// Asks the processor which instructions it has, and the system whether it saves their registers
// (machine_levels). It asks itself: __builtin_cpu_supports says "no" to everything in programs that
// zig has linked. level() chooses the best level, or a lower one that the environment variable
// BPETITE_SIMD names.
#include "engine/machine/level.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace bpetite::engine::machine {

namespace {

#if defined(__x86_64__)

// What a processor says of itself at a leaf of its instruction cpuid, subleaf 0.
struct Leaf {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;

  explicit Leaf(std::uint32_t number) { __get_cpuid_count(number, 0, &eax, &ebx, &ecx, &edx); }
};

constexpr bool has_all(std::uint32_t word, std::initializer_list<unsigned> bits) {
  return std::ranges::all_of(bits, [word](unsigned bit) { return (word >> bit & 1U) != 0; });
}

// Which registers the system saves when it lets another program run (the register XCR0).
std::uint32_t saved_registers() {
  constexpr unsigned osxsave = 27;  // whether programs may ask
  if (!has_all(Leaf(1).ecx, {osxsave})) return 0;
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

// The numbers of bits are those of Intel's manual, volume 2, CPUID, and volume 1, 13.3 (XCR0).
bool has_avx2() {
  constexpr unsigned avx2 = 5, bmi2 = 8;
  constexpr unsigned sse = 1, avx = 2;
  return has_all(saved_registers(), {sse, avx}) && has_all(Leaf(7).ebx, {avx2, bmi2});
}

bool has_avx512() {
  constexpr unsigned avx512f = 16, avx512dq = 17, avx512bw = 30, avx512vl = 31;
  constexpr unsigned avx512vbmi = 1, avx512vbmi2 = 6;
  constexpr unsigned masks = 5, upper_halves = 6, upper_registers = 7;
  const Leaf leaf(7);
  return has_all(saved_registers(), {masks, upper_halves, upper_registers}) &&
         has_all(leaf.ebx, {avx512f, avx512dq, avx512bw, avx512vl}) &&
         has_all(leaf.ecx, {avx512vbmi, avx512vbmi2});
}

#endif

}  // namespace

std::vector<Level> machine_levels() {
  std::vector<Level> levels = {Level::portable};
#if defined(__x86_64__)
  if (has_avx2()) levels.push_back(Level::avx2);
  if (has_avx2() && has_avx512()) levels.push_back(Level::avx512);
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
