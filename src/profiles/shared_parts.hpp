// Makes the parts of profiles that several profiles share: splits (isolated), lists of added tokens
// (added_tokens), the alternatives for words of o200k (cased_words), the pattern of Llama 3
// (words_numbers_signs), and two texts that many patterns have (contractions,
// line_ends_and_spaces). The patterns have parameters for what differs.
//
//   added_tokens(0, "<a> <b>")      <a> with the id 0, <b> with the id 1
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::profiles {

// The splits of these patterns, one after the other, in Unicode 16.0.
std::vector<Split> isolated(Dialect dialect, const std::vector<std::string>& texts);

// Added tokens with these literals, which are separated by spaces. Their ids count up from `first`.
// Without `first` they have no ids.
//
//   added_tokens(0, "<a> <b>")      {"<a>", 0}, {"<b>", 1}
std::vector<AddedToken> added_tokens(std::optional<TokenId> first, std::string_view literals);

// The first two alternatives of o200k and its relatives: a word with lower-case letters at its end,
// and a word without. A sign may stand before a word.
//
//   cased_words("[\p{Lu}]", "[\p{Ll}]", "")     HTTPServer  cut into  HTTPServer
//                                               ServerHTTP  cut into  Server HTTP
std::string cased_words(std::string_view upper, std::string_view lower, std::string_view ending);

// The pattern of Llama 3, with parameters for the patterns that differ from it: a letter, a chunk
// of digits, and the scalars that are not signs.
//
//   words_numbers_signs(R"(\p{L})", R"(\p{N}{1,3})", R"(\s\p{L}\p{N})")      Llama 3's
std::string words_numbers_signs(std::string_view letter, std::string_view digits,
                                std::string_view no_sign);

// (?i:'s|...): the English contractions, in any case.
inline constexpr std::string_view contractions = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
// The last alternatives of most patterns: line ends with the white space before them, and white
// space.
inline constexpr std::string_view line_ends_and_spaces = R"(\s*[\r\n]+|\s+(?!\S)|\s+)";

}  // namespace bpetite::profiles
