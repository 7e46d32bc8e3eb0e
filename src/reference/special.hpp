// Finding the special tokens of a text (spec/05-special.md).
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::reference {

// Ordinary text between specials, or the id of a special (S10).
using Segment = std::variant<std::string_view, TokenId>;

// The segments of a text in order: leftmost special first, the longest where several begin at one
// place. No segment of text is empty.
std::vector<Segment> split_specials(std::string_view text,
                                    const std::vector<SpecialToken>& specials);

}  // namespace bpetite::reference
