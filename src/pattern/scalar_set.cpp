// Makes sets of scalars (ScalarSet): sorts the ranges, joins those that overlap or touch, and
// leaves out surrogates. Looks scalars up in a set, and makes unions, intersections and
// complements.
#include "pattern/scalar_set.hpp"

#include <algorithm>
#include <iterator>

namespace bpetite::pattern {
namespace {

constexpr char32_t last_scalar = 0x10FFFF;
constexpr ScalarRange surrogates{0xD800, 0xDFFF};

// Whether the second range goes on where the first one ends. U+E000 is the scalar after U+D7FF.
bool touches(const ScalarRange& before, const ScalarRange& after) {
  return after.first <= before.last + 1 ||
         (before.last == surrogates.first - 1 && after.first == surrogates.last + 1);
}

}  // namespace

ScalarSet::ScalarSet(std::vector<ScalarRange> ranges) {
  // Most ranges are in order already: they come from a table, or from other sets.
  if (!std::ranges::is_sorted(ranges, {}, &ScalarRange::first)) {
    std::ranges::sort(ranges, {}, &ScalarRange::first);
  }
  ranges_.reserve(ranges.size());
  const auto add = [&](const ScalarRange& range) {
    if (range.first > range.last) return;
    if (!ranges_.empty() && touches(ranges_.back(), range)) {
      ranges_.back().last = std::max(ranges_.back().last, range.last);
    } else {
      ranges_.push_back(range);
    }
  };
  for (const ScalarRange& range : ranges) {
    if (range.last < surrogates.first) {
      add(range);
    } else {  // the parts that are not surrogates
      add({range.first, std::min<char32_t>(range.last, surrogates.first - 1)});
      add({std::max<char32_t>(range.first, surrogates.last + 1), range.last});
    }
  }
  for (const ScalarRange& range : ranges_) {
    if (range.first >= ascii_.size()) break;
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

ScalarSet ScalarSet::within(const ScalarSet& other) const {
  std::vector<ScalarRange> both;
  auto mine = ranges_.begin();
  auto its = other.ranges_.begin();
  while (mine != ranges_.end() && its != other.ranges_.end()) {
    const ScalarRange common{std::max(mine->first, its->first), std::min(mine->last, its->last)};
    if (common.first <= common.last) both.push_back(common);
    (mine->last < its->last ? mine : its)++;
  }
  return ScalarSet(std::move(both));
}

}  // namespace bpetite::pattern
