// Says whether the matches of a pattern cover every text (S25h).
//
//   \w+|\W     do
//   \w+        do not: "!" is in no match
#pragma once

#include <cstddef>
#include <string>

#include "core/profile.hpp"

namespace bpetite::engine::compare {

struct Coverage {
  enum class Answer { covers, has_gap, undecided };

  Answer answer;
  std::string text = {};  // with a gap: a shortest text with a scalar that no match covers
};

inline constexpr std::size_t default_coverage_work = 20'000'000;

// It is undecided if the search takes more than `work` units (Budget). Throws PatternError.
Coverage coverage(const Pattern& pattern, std::size_t work = default_coverage_work);

}  // namespace bpetite::engine::compare
