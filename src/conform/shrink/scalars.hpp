// Splits texts into scalars for shrinking, and gives simpler scalars of the same kind.
//
//   units_of("aé")       "a", "é"                 units_of("a\xff")    "a", "\xff": bytes
//   simpler_than("Ω")    "a", " ", " ", "é"      the plainest first; "é" is a letter, too
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bpetite::conform::shrink {

// The scalars of a well-formed text, each in UTF-8. For any other text, its single bytes.
std::vector<std::string> units_of(std::string_view text);

// The scalars that may replace it, the plainest first. Nothing for "a".
std::vector<std::string> simpler_than(const std::string& unit);

// The length of a text: "3 scalars", "1 byte", "2,048 scalars".
std::string length_of(std::string_view text);
// A number with its noun: "2,048", "2,048 merges", "1 merge".
std::string counted(std::size_t number, std::string_view noun);

}  // namespace bpetite::conform::shrink
