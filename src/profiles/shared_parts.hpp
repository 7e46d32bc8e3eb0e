// What several profiles are made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::profiles {

// The splits of these patterns, one after the other, in Unicode 16.0.
std::vector<Split> isolated(Dialect dialect, std::vector<std::string> texts);

// Added tokens of these literals, which spaces part. Their ids begin with the first, or are open.
//
//   added_tokens(0, "<a> <b>")      {"<a>", 0}, {"<b>", 1}
std::vector<AddedToken> added_tokens(std::optional<TokenId> first, std::string_view literals);

// The first two alternatives of o200k and its relatives: a word with lower-case letters at its end,
// and a word without. A sign may stand before a word.
//
//   cased_words("[\p{Lu}]", "[\p{Ll}]", "")     HTTPServer  cut into  HTTPServer
//                                               ServerHTTP  cut into  Server HTTP
std::string cased_words(std::string_view upper, std::string_view lower, std::string_view ending);

}  // namespace bpetite::profiles
