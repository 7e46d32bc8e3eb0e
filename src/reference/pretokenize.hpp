// Splits a text into chunks (spec/02-pretokenize.md).
#pragma once

#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "reference/regex.hpp"

namespace bpetite::reference {

// The chunks of a text, in order, as views into it. Joined they are the text (FR-5, S4a).
// UnicodeDecodeError if the text is not UTF-8 (S1a).
std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile);

// The compiled pattern of a profile, for callers with many texts. The reference supports profiles
// of one pattern whose matches are isolated. Any other profile stops the program.
Regex regex_of(const Profile& profile);
std::vector<std::string_view> pretokenize(std::string_view text, const Regex& regex);

// UnicodeDecodeError if the text is not UTF-8 (S1a).
void check_utf8(std::string_view text);

}  // namespace bpetite::reference
