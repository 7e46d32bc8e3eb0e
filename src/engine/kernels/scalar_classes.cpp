// Fills an array with the class of each scalar (letter, number, white space or other) from the
// tables of Unicode in the specification's version (unicode::pinned), at the first call. There is
// one array without marks among the letters (scalar_classes), and one with them
// (scalar_classes_with_marks). Also finds the first bytes of UTF-8 with which only letters begin.
#include "engine/kernels/scalar_classes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "core/unicode.hpp"
#include "core/unicode_tables.hpp"

namespace bpetite::engine::kernels {
namespace {

constexpr std::size_t scalar_limit = 0x110000;

std::vector<std::uint8_t> filled_classes(bool marks) {
  std::vector<std::uint8_t> classes(scalar_limit + 3);
  const auto fill = [&](std::span<const unicode::ScalarRange> ranges, std::uint8_t value) {
    for (const auto& range : ranges) {
      if (range.since <= unicode::pinned) {
        std::memset(classes.data() + range.first, value, range.last - range.first + 1);
      }
    }
  };
  fill(unicode::letters(), letter_scalar);
  fill(unicode::numbers(), number_scalar);
  fill(unicode::white_space(), space_scalar);
  if (!marks) return classes;
  for (const auto& range : unicode::categories()) {
    using unicode::Category;
    const bool is_mark = range.category == Category::Mn || range.category == Category::Mc ||
                         range.category == Category::Me;
    if (is_mark && range.since <= unicode::pinned) {
      std::memset(classes.data() + range.first, letter_scalar, range.last - range.first + 1);
    }
  }
  return classes;
}

// First bytes of two bytes stand for 64 scalars, of three for 4,096. Of four: too many to be alike.
std::array<std::uint8_t, 64> uniform_letters(const std::uint8_t* classes) {
  std::array<std::uint8_t, 64> all{};
  for (std::size_t lead = 2; lead < 0x30; ++lead) {
    const bool two = lead < 0x20;
    const std::size_t first = two ? lead << 6 : (lead & 0x0F) << 12;
    const std::uint8_t* const from = classes + std::max<std::size_t>(first, two ? 0 : 0x800);
    const std::uint8_t* const to = classes + first + (two ? 0x40 : 0x1000);
    all[lead] = std::all_of(from, to, [](std::uint8_t it) { return it == letter_scalar; });
  }
  return all;
}

}  // namespace

const ScalarClasses& scalar_classes() {
  static const std::vector<std::uint8_t> filled = filled_classes(false);
  static const ScalarClasses classes{filled.data(), uniform_letters(filled.data())};
  return classes;
}

const ScalarClasses& scalar_classes_with_marks() {
  static const std::vector<std::uint8_t> filled = filled_classes(true);
  static const ScalarClasses classes{filled.data(), uniform_letters(filled.data())};
  return classes;
}

}  // namespace bpetite::engine::kernels
