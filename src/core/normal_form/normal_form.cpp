// Decomposes and composes scalars for normalization form C, finds their combining classes, and
// decides whether a scalar may join the one before it. Looks scalars up in tables, and computes
// those of Hangul.
//
//   U+AC01, a Hangul syllable      decomposes to U+AC00 and U+11A8
#include "core/normal_form/normal_form.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/normal_form/normal_form_tables.hpp"

namespace bpetite::unicode {
namespace {

// The decompositions that composition undoes, sorted by their two scalars.
const std::vector<Decomposition>& by_parts() {
  static const std::vector<Decomposition> sorted = [] {
    std::vector<Decomposition> all;
    for (const Decomposition& it : decompositions()) {
      if (it.composing == Composing::composes) all.push_back(it);
    }
    std::ranges::sort(all, {}, &Decomposition::parts);
    return all;
  }();
  return sorted;
}

}  // namespace

std::u32string decomposition(char32_t scalar, FormVersion version) {
  if (hangul::is_syllable(scalar)) {
    const char32_t number = scalar - hangul::syllables;
    const char32_t trailing = number % hangul::trailing_count;
    if (trailing != 0) return {scalar - trailing, hangul::trailing + trailing};
    const char32_t pair = number / hangul::trailing_count;
    return {hangul::leading + pair / hangul::vowel_count,
            hangul::vowels + pair % hangul::vowel_count};
  }
  const auto all = decompositions();
  const auto found = std::ranges::lower_bound(all, scalar, {}, &Decomposition::scalar);
  if (found == all.end() || found->scalar != scalar || found->since > version) return {};
  return {found->parts.data(), found->parts[1] == 0 ? std::size_t{1} : 2};
}

unsigned combining_class(char32_t scalar, FormVersion version) {
  const auto all = combining_classes();
  const auto found = std::ranges::lower_bound(all, scalar, {}, &CombiningRange::last);
  const bool has_one = found != all.end() && found->first <= scalar && found->since <= version;
  return has_one ? found->combining_class : 0;
}

std::optional<char32_t> composition(char32_t first, char32_t second, FormVersion version) {
  if (hangul::is_leading(first) && hangul::is_vowel(second)) {
    const char32_t pair = (first - hangul::leading) * hangul::vowel_count;
    return hangul::syllables + (pair + (second - hangul::vowels)) * hangul::trailing_count;
  }
  if (hangul::is_syllable(first) && hangul::is_trailing(second)) {
    const bool has_trailing = (first - hangul::syllables) % hangul::trailing_count != 0;
    return has_trailing ? std::nullopt : std::optional(first + (second - hangul::trailing));
  }
  const std::vector<Decomposition>& all = by_parts();
  const std::array parts = {first, second};
  const auto found = std::ranges::lower_bound(all, parts, {}, &Decomposition::parts);
  const bool is_there = found != all.end() && found->parts == parts && found->since <= version;
  return is_there ? std::optional(found->scalar) : std::nullopt;
}

bool may_join_previous(char32_t scalar, FormVersion version) {
  if (hangul::is_vowel(scalar) || hangul::is_trailing(scalar)) return true;
  static const std::vector<Decomposition> by_second = [] {
    std::vector<Decomposition> sorted = by_parts();
    std::ranges::stable_sort(sorted, {}, [](const Decomposition& it) { return it.parts[1]; });
    return sorted;
  }();
  const auto second = [](const Decomposition& it) { return it.parts[1]; };
  auto found = std::ranges::lower_bound(by_second, scalar, {}, second);
  for (; found != by_second.end() && found->parts[1] == scalar; ++found) {
    if (found->since <= version) return true;
  }
  return false;
}

}  // namespace bpetite::unicode
