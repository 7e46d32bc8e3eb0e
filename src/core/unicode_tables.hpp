// The Unicode tables: letters, numbers, white space, alphabetic scalars, scripts, case foldings and
// general categories, each for all supported versions together (spec/01-text.md, S2d).
//
//   letters()    {0x0041, 0x005A, v13_0}          A..Z are letters since 13.0 or earlier
//   foldings()   {0x0100, 0x012E, 2, 1, v13_0}    U+0100, U+0102, ... fold to the next scalar
//
// From each version to the next, classes and foldings only grow. So a column `since` is enough
// for all versions. tools/generate/unicode writes the tables, and stops if this is no longer
// true. Only general categories change: those of three scalars.
#pragma once

#include <cstdint>
#include <span>

#include "core/unicode.hpp"

namespace bpetite::unicode {

// Scalars first..last are in the class in version `since` and all later ones.
struct ScalarRange {
  char32_t first;
  char32_t last;
  Version since;
};

// Scalars first, first + step, ... last fold to the scalar at `distance` from each.
struct FoldRun {
  char32_t first;
  char32_t last;
  std::uint8_t step;
  std::int32_t distance;
  Version since;
};

// Scalars first..last have the category from version `since` on. A scalar whose category changes
// has two entries, the older one first.
struct CategoryRange {
  char32_t first;
  char32_t last;
  Category category;
  Version since;
};

// Each table is in ascending order, and its entries do not overlap.
std::span<const ScalarRange> letters();
std::span<const ScalarRange> numbers();
std::span<const ScalarRange> white_space();
std::span<const FoldRun> foldings();
std::span<const CategoryRange> categories();
std::span<const ScalarRange> alphabetic();
std::span<const ScalarRange> script(Script script);

}  // namespace bpetite::unicode
