// Cutting a text into chunks (spec/02-pretokenize.md).
#pragma once

#include <string_view>
#include <vector>

#include "core/pattern.hpp"
#include "core/unicode.hpp"
#include "reference/regex.hpp"

namespace bpetite::reference {

// The chunks of a text, in order, as views into it; joined they are the text (FR-5, S4a).
// Throws UnicodeDecodeError if the text is not UTF-8 (S1a).
std::vector<std::string_view> pretokenize(std::string_view text,
                                          const Pattern& pattern = patterns::v1,
                                          unicode::Version version = unicode::pinned);

// The same with a pattern compiled before, for those who have many texts.
std::vector<std::string_view> pretokenize(std::string_view text, const Regex& regex);

// UnicodeDecodeError if the text is not UTF-8 (S1a).
void check_utf8(std::string_view text);

}  // namespace bpetite::reference
