// Cutting a text into chunks (spec/02-pretokenize.md).
#pragma once

#include <string_view>
#include <vector>

#include "core/pattern.hpp"
#include "core/unicode.hpp"

namespace bpetite::reference {

// The chunks of a text, in order, views into it; joined they are the text (FR-5, S4).
// Throws UnicodeDecodeError if the text is not UTF-8 (S1a).
std::vector<std::string_view> pretokenize(std::string_view text,
                                          const Pattern& pattern = patterns::v1,
                                          unicode::Version version = unicode::pinned);

}  // namespace bpetite::reference
