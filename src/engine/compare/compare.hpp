// Decides whether two sequences of patterns cut every text in the same way (S25o), and whether the
// matches of a pattern cover every text (S25h). The results are a Comparison and a Coverage.
// require_cover() refuses a pattern that leaves a part of some text uncovered, if the library that
// the pattern is for would lose that part.
//
//   compare({"a+"}, {"a|b"})      different: "aa" is one chunk, or two
//   coverage("\\w+")              a gap: "!" is in no match
//
// compare() walks over all texts at once, shortest first. Scalars that no set of either side
// distinguishes are one class. Both sides guess where they cut (Guesser). If the guesses of both
// are right at the end of a text, and their cuts differ, this text is the answer. If no text is
// left to walk, both cut in the same way. A walk that takes too much work is given up, and the
// result is undecided. props/engine/engine_compare.cpp compares the answers of compare() with those
// of a search that tries all short texts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/profile.hpp"

namespace bpetite::engine::compare {

struct Comparison {
  // nullopt: undecided.
  std::optional<bool> is_same;
  // If different: a text with different chunks. There is no such text with fewer scalars.
  std::string text = {};
  // If undecided: the reason, and the length in scalars up to which every text is cut in the same
  // way.
  std::string reason = {};
  std::size_t searched = 0;
};

inline constexpr std::size_t default_work = 25'000'000;

// Throws PatternError for a pattern that cannot be compiled alone. `work` is how many units
// (Budget) the walk may take before it is given up.
Comparison compare(std::span<const Split> a, std::span<const Split> b,
                   std::size_t work = default_work);

// Whether the matches of a pattern cover every text.
//
//   \w+|\W     they do
//   \w+        they do not: "!" is in no match
struct Coverage {
  enum class Answer { covers, has_gap, undecided };

  Answer answer;
  std::string text = {};  // with a gap: a shortest text with a scalar that no match covers
};

inline constexpr std::size_t default_coverage_work = 20'000'000;

// The result is undecided if the search takes more than `work` units (Budget). Throws PatternError.
Coverage coverage(const Pattern& pattern, std::size_t work = default_coverage_work);

// Refuses a pattern that does not cover every text, if the library that it is for would lose the
// rest.
//
//   \w+ in the dialect tiktoken                  S26e: it loses "!"
//   \w+ where only the matches are kept          S26g: so does that program
//   \w+ isolated, in the dialect huggingface     "!" is a chunk of its own
//
// ValueError (S26e, S26g) for the first split whose pattern must cover every text and does not. The
// message shows a text with a gap. A pattern for which this cannot be decided is refused too
// (S25i).
void require_cover(std::span<const Split> splits);

}  // namespace bpetite::engine::compare
