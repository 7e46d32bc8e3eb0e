// The options --pattern, --dialect and --unicode: a sequence of patterns in place of a profile's.
#pragma once

#include <optional>
#include <vector>

#include "cli/options/arguments.hpp"
#include "core/profile.hpp"

namespace bpetite::cli {

// The patterns that are given; nothing without --pattern. For a pattern outside the language it
// writes the pattern with a caret under the place to standard error, and throws PatternError.
std::optional<std::vector<Split>> splits_argument(const Arguments& arguments);

}  // namespace bpetite::cli
