// The tables of normalization form C, for all supported versions together
// (spec/15-normalization.md, S30d).
//
//   decompositions()      {0x00C0, {0x0041, 0x0300}, composes, v9_0}
//   combining_classes()   {0x0300, 0x0314, 230, v9_0}
//
// What a scalar decomposes to and its combining class never change once it is assigned. So a column
// `since` is enough for all versions. tools/generate/unicode writes the tables. Hangul syllables
// are not in them: they are composed by arithmetic (S30c).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/normal_form/normal_form.hpp"

namespace bpetite::unicode {

enum class Composing : std::uint8_t { composes, excluded };

// One step: to two scalars, or to one if the second is 0. Some never come back by composition.
struct Decomposition {
  char32_t scalar;
  std::array<char32_t, 2> parts;
  Composing composing;
  FormVersion since;
};

// Scalars first..last have the combining class from version `since` on. All others have 0.
struct CombiningRange {
  char32_t first;
  char32_t last;
  std::uint8_t combining_class;
  FormVersion since;
};

// In ascending order.
std::span<const Decomposition> decompositions();
std::span<const CombiningRange> combining_classes();

}  // namespace bpetite::unicode
