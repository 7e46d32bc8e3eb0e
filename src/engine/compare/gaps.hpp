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

// A shortest text of which a scalar is in no match. Nothing if there is none; empty if it is not
// known, since that would take more than `limit` states. Throws PatternError.
std::optional<std::string> text_with_a_gap(const Pattern& pattern, std::size_t limit = 200'000);

}  // namespace bpetite::engine::compare
