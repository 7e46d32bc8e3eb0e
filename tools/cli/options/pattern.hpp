// The options --pattern, --dialect and --unicode: a sequence of patterns in place of a profile's.
#pragma once

#include <optional>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/arguments.hpp"
#include "core/profile.hpp"

namespace bpetite::cli {

inline constexpr Option pattern_option{
    "--pattern", "TEXT|@FILE",
    "In place of --profile: any pattern, or the content of a file; several cut one after the other",
    Count::any};
inline constexpr Option dialect_option{"--dialect", "D",
                                       "Of --pattern: tiktoken (default) or huggingface"};
inline constexpr Option unicode_option{"--unicode", "VERSION",
                                       "Of --pattern: such as 15.0.0; 16.0.0 if left out"};

// The patterns that are given; nothing without --pattern. For a pattern outside the language it
// writes the pattern with a caret under the place to standard error, and throws PatternError.
std::optional<std::vector<Split>> splits_argument(const Arguments& arguments);

}  // namespace bpetite::cli
