// Says whether the matches of a pattern cover every text (S25h).
//
//   \w+|\W     does
//   \w+        does not: "!" is in no match
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/profile.hpp"

namespace bpetite::engine::compare {

// A shortest text with a scalar that no match covers. Nothing if there is no such text. Empty if
// the search would take more than `limit` states. Throws PatternError.
std::optional<std::string> text_with_a_gap(const Pattern& pattern, std::size_t limit = 200'000);

}  // namespace bpetite::engine::compare
