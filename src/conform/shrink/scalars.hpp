// Texts as shrinking sees them: scalars that stay whole, and simpler ones of the same kind.
//
//   units_of("aé")       "a", "é"                 units_of("a\xff")    "a", "\xff": bytes
//   simpler_than("Ω")    "a", " ", "\n", "é"      a letter: of plainer letters the plainest first
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bpetite::conform::shrink {

// The scalars of a well-formed text, each in UTF-8; the single bytes of any other.
std::vector<std::string> units_of(std::string_view text);

// What may stand in its place, the plainest first; nothing for "a".
std::vector<std::string> simpler_than(const std::string& unit);

// "3 scalars", "1 byte", "2,048 scalars": how long a text is.
std::string length_of(std::string_view text);
// "2,048", "2,048 merges", "1 merge".
std::string counted(std::size_t number, std::string_view noun);

}  // namespace bpetite::conform::shrink
