// Says whether two sequences of patterns cut every text alike (S25o).
//
//   compare({"a+"}, {"a|b"})      different: "aa" is one chunk, or two
//
// All texts are walked at once, shortest first, by classes of scalars that no set of either tells
// apart. Both sides guess where they cut (guesser.hpp). A text on which both are right at its end,
// and on which they have not cut alike, is an answer; if none is left to walk, they are the same.
// props/engine/engine_compare.cpp compares it with a search that tries all short texts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/profile.hpp"

namespace bpetite::engine::compare {

struct Comparison {
  // Nothing: undecided.
  std::optional<bool> is_same;
  // If different: a text with different chunks. No text of fewer scalars has them.
  std::string text = {};
  // If undecided: why, and up to which length in scalars every text is cut alike.
  std::string reason = {};
  std::size_t searched = 0;
};

inline constexpr std::size_t default_work = 25'000'000;

// Throws PatternError for a pattern that cannot be compiled alone. `work` is how many units
// (Budget) the walk may take before it is given up.
Comparison compare(std::span<const Split> a, std::span<const Split> b,
                   std::size_t work = default_work);

}  // namespace bpetite::engine::compare
