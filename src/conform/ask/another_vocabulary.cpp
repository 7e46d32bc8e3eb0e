#include "conform/ask/another_vocabulary.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace bpetite::conform::ask {
namespace {

constexpr std::size_t least_words = 8;
constexpr std::size_t most_words = 60;
constexpr std::size_t longest_word = 12;  // bytes

// Words of lower-case ASCII letters that are one token, from all parts of the vocabulary.
std::vector<std::string> words_of(const Table& table, const RightIds& right) {
  const auto is_word = [](const std::string& token) {
    return token.size() > 1 && token.size() <= longest_word &&
           std::ranges::all_of(token, [](char c) { return c >= 'a' && c <= 'z'; });
  };
  std::vector<std::string> all;
  std::ranges::copy_if(table.tokens, std::back_inserter(all), is_word);
  std::vector<std::string> words;
  const std::size_t step = std::max<std::size_t>(1, all.size() / most_words);
  for (std::size_t i = 0; i < all.size() && words.size() < most_words; i += step) {
    const auto ids = right(all[i]);
    if (ids && ids->size() == 1) words.push_back(std::move(all[i]));
  }
  return words;
}

// The bytes of the ids in the file. Ids that it does not have are none.
std::string bytes_of(const std::vector<TokenId>& ids, const Table& table) {
  std::string bytes;
  for (const TokenId id : ids) {
    if (id < table.tokens.size()) bytes += table.tokens[id];
  }
  return bytes;
}

}  // namespace

std::optional<AnotherVocabulary> another_vocabulary(const Table& table, const Program& program,
                                                    const RightIds& right) {
  const std::vector<std::string> words = words_of(table, right);
  if (words.size() < least_words) return std::nullopt;
  const AskedTexts all = asked(words, program, right);
  AnotherVocabulary found;
  std::set<std::vector<TokenId>> distinct;
  for (std::size_t i = 0; i < all.texts.size(); ++i) {
    const Reply& reply = all.replies[i];
    if (!reply.ids) continue;
    ++found.words;
    distinct.insert(*reply.ids);
    if (*reply.ids == all.want[i]) continue;
    ++found.wrong;
    if (bytes_of(*reply.ids, table).find(all.texts[i]) != std::string::npos) continue;
    if (++found.foreign == 1) found.example = {all.texts[i], all.want[i], reply};
  }
  const auto is_most = [&](std::size_t count) { return 10 * count >= 9 * words.size(); };
  if (is_most(found.wrong) && is_most(distinct.size()) && 2 * found.foreign >= words.size()) {
    return found;
  }
  return std::nullopt;
}

std::string AnotherVocabulary::says() const {
  return fmt::format(
      "The program probably has another vocabulary than the file: of {} words that are one "
      "token in the file, {} have other ids, such as \"{}\" (want {}, got {}).",
      words, wrong, example.text, fmt::join(example.want, " "), fmt::join(*example.reply.ids, " "));
}

}  // namespace bpetite::conform::ask
