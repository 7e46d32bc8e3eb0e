// Builds what several profiles share: splits from the texts of patterns (isolated), lists of added
// tokens from a text with their literals (added_tokens), the words of o200k (cased_words), and the
// pattern of Llama 3 with parameters for what differs (words_numbers_signs).
//
//   words_numbers_signs(R"(\p{L})", R"(\p{N}{1,3})", R"(\s\p{L}\p{N})")    Llama 3's pattern
//   added_tokens(0, "<a> <b>")                                           <a> is 0, <b> is 1
#include "profiles/shared_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bpetite::profiles {

std::vector<Split> isolated(Dialect dialect, const std::vector<std::string>& texts) {
  return bpetite::isolated(dialect, texts, unicode::Version::v16_0);
}

std::vector<AddedToken> added_tokens(std::optional<TokenId> first, std::string_view literals) {
  std::vector<AddedToken> tokens;
  while (!literals.empty()) {
    const std::size_t end = std::min(literals.find(' '), literals.size());
    tokens.push_back({std::string(literals.substr(0, end)), first});
    literals.remove_prefix(std::min(end + 1, literals.size()));
    if (first) ++*first;
  }
  return tokens;
}

std::string cased_words(std::string_view upper, std::string_view lower, std::string_view ending) {
  constexpr std::string_view sign = R"([^\r\n\p{L}\p{N}]?)";
  return fmt::format("{0}{1}*{2}+{3}|{0}{1}+{2}*{3}", sign, upper, lower, ending);
}

std::string words_numbers_signs(std::string_view letter, std::string_view digits,
                                std::string_view no_sign) {
  return fmt::format(R"({}|[^\r\n\p{{L}}\p{{N}}]?{}+|{}| ?[^{}]+[\r\n]*|{})", contractions, letter,
                     digits, no_sign, line_ends_and_spaces);
}

}  // namespace bpetite::profiles
