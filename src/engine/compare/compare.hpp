// Says whether two sequences of patterns cut every text in the same way (S25o), and whether the
// matches of a pattern cover every text (S25h).
//
//   compare({"a+"}, {"a|b"})      different: "aa" is one chunk, or two
//
// All texts are walked at once, shortest first, by classes of scalars that no set of either tells
// apart. Both sides guess where they cut (Guesser). A text on which both are right at its end,
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

//   \w+|\W     do
//   \w+        do not: "!" is in no match
struct Coverage {
  enum class Answer { covers, has_gap, undecided };

  Answer answer;
  std::string text = {};  // with a gap: a shortest text with a scalar that no match covers
};

inline constexpr std::size_t default_coverage_work = 20'000'000;

// It is undecided if the search takes more than `work` units (Budget). Throws PatternError.
Coverage coverage(const Pattern& pattern, std::size_t work = default_coverage_work);

// Refuses patterns that leave out something, where the library they are for would lose it.
//
//   \w+ in the dialect tiktoken                  S26e: it loses "!"
//   \w+ where only the matches are kept          S26g: so does that program
//   \w+ isolated, in the dialect huggingface     "!" is a chunk of its own
//
// ValueError (S26e, S26g) for the first split whose pattern must cover every text and does not. The
// message shows a text with a gap. So is a pattern for which that cannot be decided (S25i).
void require_cover(std::span<const Split> splits);

}  // namespace bpetite::engine::compare
