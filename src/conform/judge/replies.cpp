// Asks a program for the ids of many texts together, and gives the replies with the right ids
// (asked). Finds the shortest text with a wrong reply (shortest_wrong). Says whether the replies
// are in another order (order_of). Asks words that are one token in the file, and says whether the
// program has another vocabulary than the file (another_vocabulary). Also describes both findings
// in words.
#include "conform/judge/replies.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace bpetite::conform::judge {

using program::IdsReply;
using program::Program;

AskedTexts asked(std::span<const std::string> texts, const Program& program,
                 const RightIds& right) {
  AskedTexts asked;
  for (const std::string& text : texts) {
    auto ids = right(text);
    if (!ids) continue;
    asked.texts.push_back(text);
    asked.want.push_back(*std::move(ids));
  }
  asked.replies = program::ids_of(program, asked.texts);
  return asked;
}

std::optional<WrongText> shortest_wrong(const AskedTexts& asked) {
  std::optional<WrongText> shortest;
  for (std::size_t i = 0; i < asked.texts.size(); ++i) {
    if (asked.replies[i].ids == asked.want[i]) continue;
    if (!shortest || asked.texts[i].size() < shortest->text.size()) {
      shortest = WrongText{asked.texts[i], asked.want[i], asked.replies[i]};
    }
  }
  return shortest;
}

namespace {

// Fewer wrong replies than these may look shifted, or in another order, by chance.
constexpr std::size_t least_shifted = 3;
constexpr std::size_t least_moved = 2;

bool is_answer(const IdsReply& reply) { return reply.status == program::Status::pass; }

// Whether each reply is right for the text `shift` places before its own. A reply at the edge, for
// which there is no such text, may be anything.
bool is_shifted(std::span<const RightReply> right, std::span<const IdsReply> replies,
                std::ptrdiff_t shift) {
  const auto count = static_cast<std::ptrdiff_t>(right.size());
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const std::ptrdiff_t other = i - shift;
    const IdsReply& reply = replies[static_cast<std::size_t>(i)];
    if (!is_answer(reply) || other < 0 || other >= count) continue;
    if (reply.ids != right[static_cast<std::size_t>(other)]) return false;
  }
  return true;
}

// Whether each reply is right for some text, and no reply comes more often than it should.
bool is_moved(std::span<const RightReply> right, std::span<const IdsReply> replies) {
  std::map<RightReply, std::size_t> due;
  for (const RightReply& reply : right) ++due[reply];
  for (const IdsReply& reply : replies) {
    if (!is_answer(reply)) continue;
    const auto place = due.find(reply.ids);
    if (place == due.end() || place->second == 0) return false;
    --place->second;
  }
  return true;
}

}  // namespace

std::optional<OtherOrder> order_of(std::span<const RightReply> right,
                                   std::span<const IdsReply> replies) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (is_answer(replies[i]) && replies[i].ids != right[i]) ++wrong;
  }
  for (const std::ptrdiff_t shift : {1, -1}) {
    if (wrong >= least_shifted && is_shifted(right, replies, shift))
      return OtherOrder{shift, wrong};
  }
  if (wrong >= least_moved && is_moved(right, replies)) return OtherOrder{0, wrong};
  return std::nullopt;
}

std::string OtherOrder::name() const { return shift == 0 ? "another-order" : "shifted-by-one"; }

std::string OtherOrder::says() const {
  const std::string how = shift == 0
                              ? "in another order: each is right for one of the texts"
                              : fmt::format("shifted by one: each is right for the text {} its own",
                                            shift > 0 ? "before" : "after");
  return fmt::format("The answers are those of other texts of this run, {}.", how);
}

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

// The bytes that these ids have in the file. Ids that the file does not have are left out.
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
    const IdsReply& reply = all.replies[i];
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

}  // namespace bpetite::conform::judge
