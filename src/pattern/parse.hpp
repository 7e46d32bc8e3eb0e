// Parses the text of a pattern (parse), or of each pattern of a sequence (parse_all), into a tree
// (spec/14-patterns.md).
//
//   (?i:'s)|\p{L}+     a tree (pattern/syntax.hpp)
//   a(?<=b)            PatternError: byte 1: "(?<=" is a look-behind, which ...
//
// The constants limit the size of a pattern (its bytes, nested brackets, intervals and classes) and
// the number of patterns of a sequence. can_be_empty() says whether a tree can match the empty
// text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/profile.hpp"
#include "pattern/syntax.hpp"

namespace bpetite::pattern {

// The limits of S25i.
inline constexpr std::size_t max_text = std::size_t{1} << 16;  // bytes
inline constexpr std::size_t max_depth = 100;                  // brackets inside each other
inline constexpr std::uint32_t max_interval = 1000;            // the m and n of {m,n}
inline constexpr std::size_t max_positions = std::size_t{1}
                                             << 14;  // classes, intervals written out

inline constexpr std::size_t max_patterns = 64;  // of a sequence

// The tree of a pattern. Throws PatternError for a text outside the language.
Node parse(const Pattern& pattern);

// The trees of a sequence of patterns. If there are several, an error says which one is at fault,
// counted from 1.
std::vector<Node> parse_all(std::span<const Split> splits);

// Whether the tree can match the empty text.
bool can_be_empty(const Node& node);

}  // namespace bpetite::pattern
