// Makes sets of scalars: sorts the ranges, and joins those that overlap or touch. An intersection
// is made of complements.
#include "pattern/scalar_set.hpp"

#include <algorithm>
#include <iterator>

namespace bpetite::pattern {
namespace {

constexpr char32_t last_scalar = 0x10FFFF;
constexpr ScalarRange surrogates{0xD800, 0xDFFF};

// Adds the parts of a range that are not surrogates.
void add_scalars(std::vector<ScalarRange>& ranges, char32_t first, char32_t last) {
  if (first < surrogates.first) {
    ranges.push_back({first, std::min<char32_t>(last, surrogates.first - 1)});
  }
  if (last > surrogates.last) {
    ranges.push_back({std::max<char32_t>(first, surrogates.last + 1), last});
  }
}

// Whether the second range goes on where the first one ends. U+E000 is the scalar after U+D7FF.
bool touches(const ScalarRange& before, const ScalarRange& after) {
  return after.first <= before.last + 1 ||
         (before.last == surrogates.first - 1 && after.first == surrogates.last + 1);
}

}  // namespace

ScalarSet::ScalarSet(std::vector<ScalarRange> ranges) {
  std::vector<ScalarRange> scalars;
  for (const ScalarRange& range : ranges) add_scalars(scalars, range.first, range.last);
  // Most ranges are in order already: they come from a table, or from other sets.
  if (!std::ranges::is_sorted(scalars, {}, &ScalarRange::first)) {
    std::ranges::sort(scalars, {}, &ScalarRange::first);
  }
  for (const ScalarRange& range : scalars) {
    if (!ranges_.empty() && touches(ranges_.back(), range)) {
      ranges_.back().last = std::max(ranges_.back().last, range.last);
    } else {
      ranges_.push_back(range);
    }
  }
  for (const ScalarRange& range : ranges_) {
    for (char32_t c = range.first; c <= range.last && c < ascii_.size(); ++c) ascii_[c] = true;
  }
}

ScalarSet ScalarSet::all() { return range(0, last_scalar); }

bool ScalarSet::has(char32_t scalar) const {
  if (scalar < ascii_.size()) return ascii_[scalar];
  const auto after = std::ranges::upper_bound(ranges_, scalar, {}, &ScalarRange::first);
  const bool is_inside = after != ranges_.begin() && scalar <= std::prev(after)->last;
  return is_inside && !(surrogates.first <= scalar && scalar <= surrogates.last);
}

ScalarSet ScalarSet::with(const ScalarSet& other) const {
  std::vector<ScalarRange> both;
  both.reserve(ranges_.size() + other.ranges_.size());
  std::ranges::merge(ranges_, other.ranges_, std::back_inserter(both), {}, &ScalarRange::first,
                     &ScalarRange::first);
  return ScalarSet(std::move(both));
}

ScalarSet ScalarSet::complement() const {
  std::vector<ScalarRange> gaps;
  char32_t next = 0;
  for (const ScalarRange& range : ranges_) {
    if (next < range.first) gaps.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= last_scalar) gaps.push_back({next, last_scalar});
  return ScalarSet(std::move(gaps));
}

// A scalar is in both sets if it is in neither complement.
ScalarSet ScalarSet::within(const ScalarSet& other) const {
  return complement().with(other.complement()).complement();
}

}  // namespace bpetite::pattern
