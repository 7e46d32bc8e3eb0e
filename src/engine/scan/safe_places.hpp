// Tells where a text may be cut so that its chunks stay the same (S4a).
//
//   "one two"     may be cut before the blank, between "one" and " two"; not within a word
//
// The automaton of the pattern says it (S25l).
// props/engine/engine_parallel.cpp cuts texts everywhere, for each pattern.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/scan/cutter.hpp"

namespace bpetite::engine::scan {

// Whether a text may be cut at a byte. Of bytes that are not UTF-8 none is such a place. `at` is
// neither the beginning nor the end.
bool is_safe_place(const Cutter& cutter, std::string_view text, std::size_t at);

// Cuts a text into parts of about `size` bytes, at places where is_cut(text, place) holds. Where
// there is none, parts are longer.
template <typename IsCut>
std::vector<std::string_view> parts_at(std::string_view text, std::size_t size,
                                       const IsCut& is_cut) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = std::min(std::max<std::size_t>(size, 1), text.size());
    while (end < text.size() && !is_cut(text, end)) ++end;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

enum class CutAt { any_safe_place, blanks };

// Cuts a well-formed text into parts of about `size` bytes, at safe places, or only at those where
// a blank comes next. Where there is none, parts are longer.
std::vector<std::string_view> safe_parts(const Cutter& cutter, std::string_view text,
                                         std::size_t size, CutAt cut_at = CutAt::any_safe_place);

}  // namespace bpetite::engine::scan
