// Node is the tree of a pattern, with its meaning and without its spelling (S25b).
//
//    ?\p{L}+|\s     choice
//                     sequence   repeat 0 to 1 of the set of the space
//                                repeat 1 or more of the set L
//                     set White_Space
//
// A node is a set, a look-ahead, a sequence, a choice or a repeat, which may be possessive.
// Dialects, versions and (?i:) are not in the tree. They have been turned into such nodes.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "pattern/scalar_set.hpp"

namespace bpetite::pattern {

struct Node {
  enum class Kind : std::uint8_t {
    set,       // one scalar that is in `set`
    look,      // takes nothing: the next scalar is in `set`, or the text ends and `at_end` is true
    sequence,  // all `parts`, one after the other; without parts: the empty text
    choice,    // the first of `parts` with which the rest can match
    repeat,    // its only part, `least` to `most` times, as often as possible
  };
  static constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();

  Kind kind = Kind::sequence;
  ScalarSet set = {};
  bool at_end = false;
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  bool is_possessive = false;  // of a repeat: it never gives back, and its part is a set
  std::vector<Node> parts = {};

  bool operator==(const Node&) const = default;
};

}  // namespace bpetite::pattern
