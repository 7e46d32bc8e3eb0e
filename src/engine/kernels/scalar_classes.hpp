// ScalarClasses gives the class of each scalar in the specification's version of Unicode (S2), by
// one look-up: letter, number, white space or other.
//
//   scalar_classes().of_scalar[0xE9]     letter_scalar: U+00E9 is e with an acute
//
// It also says for a first byte of UTF-8 whether only letters begin with it. There are two such
// tables: with marks among the letters (scalar_classes_with_marks), and without.
#pragma once

#include <array>
#include <cstdint>

namespace bpetite::engine::kernels {

enum ScalarClass : std::uint8_t { other_scalar = 0, letter_scalar, number_scalar, space_scalar };

struct ScalarClasses {
  // By scalar value, up to 0x10FFFF. Behind the last there are three more, for those who read four
  // at once.
  const std::uint8_t* of_scalar;
  // By the low six bits of a first byte from 0xC0 on: whether all scalars that begin with it are
  // letters.
  std::array<std::uint8_t, 64> all_letters;
};

const ScalarClasses& scalar_classes();

// The same with marks among the letters, as the words of o200k have them.
const ScalarClasses& scalar_classes_with_marks();

}  // namespace bpetite::engine::kernels
