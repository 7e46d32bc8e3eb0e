// Makes the classes of a pattern (Minterms): cuts the range of all scalars at the borders of all
// sets. Two parts that are in the same sets are one class. The class of each scalar is stored by
// pages, and equal pages once. Sets that need more than 254 classes are refused with a
// PatternError. classes_of() gives the classes that a set consists of.
#include "engine/compile/minterms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "pattern/pattern_error.hpp"

namespace bpetite::engine::compile {
namespace {

constexpr std::size_t scalar_limit = 0x110000;

// Surrogates are no scalars.
char32_t scalar_after(char32_t scalar) { return scalar == 0xD7FF ? 0xE000 : scalar + 1; }

// Where a set begins or ends: from here to the next border, all scalars are in the same sets.
std::vector<char32_t> borders_of(std::span<const pattern::ScalarSet> sets) {
  std::vector<char32_t> borders = {0};
  for (const pattern::ScalarSet& set : sets) {
    for (const pattern::ScalarRange& range : set.ranges()) {
      borders.push_back(range.first);
      if (range.last + 1 < scalar_limit) borders.push_back(scalar_after(range.last));
    }
  }
  std::ranges::sort(borders);
  borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
  return borders;
}

}  // namespace

Minterms::Minterms(std::span<const pattern::ScalarSet> sets) {
  std::vector<std::uint8_t> class_of(scalar_limit);
  std::map<std::string, std::uint8_t> known;  // by the sets that have the scalars of a class
  const std::vector<char32_t> borders = borders_of(sets);
  // Of each set, the ranges that do not end before the border.
  std::vector<std::span<const pattern::ScalarRange>> ahead;
  for (const pattern::ScalarSet& set : sets) ahead.push_back(set.ranges());
  std::string inside(sets.size(), '0');
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const char32_t first = borders[i];
    const std::size_t end = i + 1 < borders.size() ? borders[i + 1] : scalar_limit;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      std::span<const pattern::ScalarRange>& ranges = ahead[set];
      if (!ranges.empty() && ranges.front().last < first) ranges = ranges.subspan(1);
      inside[set] = !ranges.empty() && ranges.front().first <= first ? '1' : '0';
    }
    const auto found = known.find(inside);
    if (found == known.end() && known.size() == max_classes) {
      throw pattern::PatternError(0, fmt::format("more than {} classes of scalars", max_classes),
                                  "S25i");
    }
    const std::uint8_t number =
        found != known.end()
            ? found->second
            : known.emplace(inside, static_cast<std::uint8_t>(known.size())).first->second;
    if (number == member_.size()) member_.push_back(first);
    std::fill(class_of.begin() + static_cast<std::ptrdiff_t>(first),
              class_of.begin() + static_cast<std::ptrdiff_t>(end), number);
  }
  size_ = known.size();

  std::map<std::string, std::uint16_t> pages;
  for (auto page = class_of.begin(); page != class_of.end(); page += page_size) {
    // Most pages are as the one before: CJK, private use, unassigned.
    if (page != class_of.begin() && std::equal(page, page + page_size, page - page_size)) {
      page_of_.push_back(page_of_.back());
      continue;
    }
    const std::string content(page, page + page_size);
    const auto [place, is_new] = pages.emplace(content, static_cast<std::uint16_t>(pages.size()));
    if (is_new) pages_.insert(pages_.end(), content.begin(), content.end());
    page_of_.push_back(place->second);
  }
}

ClassSet Minterms::classes_of(const pattern::ScalarSet& set) const {
  ClassSet classes;
  for (std::size_t i = 0; i < member_.size(); ++i) classes[i] = set.has(member_[i]);
  return classes;
}

}  // namespace bpetite::engine::compile
