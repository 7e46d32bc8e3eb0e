// Finds the general category of a scalar, whether it is a letter, a number or white space, and what
// it folds to. Looks the scalar up in the Unicode tables (spec/01-text.md, S2 and S3c). Also gives
// the name of a version of Unicode.
//
//   letters()  ... {0x0041, 0x005A}  {0x0061, 0x007A} ...
//   U'b'       the last entry that begins at or before it is the second; it contains b: a letter
//   U'^'       the last entry that begins at or before it is the first; it ends before ^: not one
#include "core/unicode.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>

#include "core/unicode_tables.hpp"

namespace bpetite::unicode {
namespace {

// The entry that contains the scalar in this version, or nullptr.
template <typename Entry>
const Entry* find(std::span<const Entry> table, char32_t scalar, Version version) {
  const auto after =
      std::upper_bound(table.begin(), table.end(), scalar,
                       [](char32_t wanted, const Entry& entry) { return wanted < entry.first; });
  if (after == table.begin()) {
    return nullptr;
  }
  const Entry& entry = *std::prev(after);
  return scalar <= entry.last && entry.since <= version ? &entry : nullptr;
}

}  // namespace

std::string_view name(Version version) {
  static constexpr std::array<std::string_view, versions.size()> names = {
      "13.0.0", "14.0.0", "15.0.0", "15.1.0", "16.0.0", "17.0.0", "18.0.0"};
  return names.at(static_cast<std::size_t>(version));
}

// The last entry for the scalar that is not too new.
Category category(char32_t scalar, Version version) {
  const std::span<const CategoryRange> table = categories();
  auto entry = std::upper_bound(
      table.begin(), table.end(), scalar,
      [](char32_t wanted, const CategoryRange& range) { return wanted < range.first; });
  while (entry != table.begin()) {
    --entry;
    if (scalar > entry->last) break;
    if (entry->since <= version) return entry->category;
  }
  return Category::Cn;
}

// S2a "the general categories Lu, Ll, Lt, Lm and Lo".
bool is_letter(char32_t scalar, Version version) {
  return find(letters(), scalar, version) != nullptr;
}

// S2b "the general categories Nd, Nl and No".
bool is_number(char32_t scalar, Version version) {
  return find(numbers(), scalar, version) != nullptr;
}

// S2c "the property White_Space", whose 25 scalars are the same in all supported versions.
bool is_white_space(char32_t scalar) { return find(white_space(), scalar, pinned) != nullptr; }

// S3c "simple case folding". In a run of step 2, every other scalar is lower case and stays.
char32_t fold(char32_t scalar, Version version) {
  const FoldRun* run = find(foldings(), scalar, version);
  if (run == nullptr || (scalar - run->first) % run->step != 0) {
    return scalar;
  }
  return static_cast<char32_t>(static_cast<std::int32_t>(scalar) + run->distance);
}

}  // namespace bpetite::unicode
