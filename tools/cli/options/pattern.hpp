// The options --pattern, --dialect and --unicode: a sequence of patterns in place of those of a
// profile. Declares these options, and functions that read them: the patterns, one pattern, a
// dialect by its name, and a version of Unicode by its name or from --unicode.
//
//   --pattern '\p{N}{1,3}' --pattern @rest.txt --dialect huggingface --unicode 15.0.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/arguments.hpp"
#include "core/profile.hpp"
#include "core/unicode.hpp"

namespace bpetite::cli {

inline constexpr Option pattern_option{"--pattern", "TEXT|@FILE",
                                       "In place of --profile: any pattern, or @ and a file (- is "
                                       "standard input); several cut one after the other",
                                       Count::any};
inline constexpr Option dialect_option{
    "--dialect", "tiktoken|huggingface",
    "The dialect of --pattern: tiktoken (default) or huggingface"};
inline constexpr Option unicode_option{
    "--unicode", "VERSION", "The Unicode version of --pattern, such as 15.0.0; 16.0.0 if left out"};
inline constexpr Option judged_unicode_option{
    "--unicode", "VERSION",
    "The Unicode version of the program's character classes, such as 15.0.0; if left out, that of "
    "the file or of --pattern"};

// The dialect, or the version of Unicode, of this name. Throws UsageError, which begins with
// `place`, for an unknown name.
Dialect dialect_named(std::string_view place, std::string_view given);
unicode::Version version_named(std::string_view place, std::string_view given);

// The pattern of a value: the value itself, or after @ the content of a file without a final line
// feed. If the pattern is not in the language of patterns, writes it with a caret under the place
// to standard error, and throws PatternError.
Split split_of(const std::string& value, Dialect dialect, unicode::Version version);

// The version of --unicode, or the pinned one.
unicode::Version version_argument(const Arguments& arguments);

// The patterns that are given, or nullopt without --pattern. Throws the errors of split_of. Without
// --pattern, --dialect is refused, and so is --unicode unless it is about a file's own pattern.
std::optional<std::vector<Split>> splits_argument(const Arguments& arguments,
                                                  bool unicode_is_of_file = false);

}  // namespace bpetite::cli
