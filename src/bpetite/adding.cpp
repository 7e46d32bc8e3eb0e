// Makes a tokenizer with more added tokens: adds them to a copy of the table of a given one. Each
// new literal must be UTF-8, and must be neither empty nor a token already; an earlier new token
// counts too. An id that the caller gives must be free, and not too high for the number of tokens.
// A token without an id gets the one after the highest so far. All ids are below 2^24.
//
//   add: "<|im_start|>": it is the added token 100264 already
#include <bpetite/adding.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"

namespace bpetite {
namespace {

[[noreturn]] void refuse_token(const NewToken& token, std::string_view what) {
  throw ValueError(fmt::format("add: {}: {}", utf8::quoted(token.literal), what), "S58h");
}

// The token that has each literal: "token 258".
using Known = std::unordered_map<std::string_view, std::string>;

Known known_tokens(const Table& table) {
  Known known;
  for (const SpecialToken& token : table.specials) {
    known.emplace(token.literal, fmt::format("the added token {}", token.id));
  }
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    known.emplace(table.tokens[id], fmt::format("token {}", id));
  }
  return known;
}

// What has this id, for a message; nullopt if it is free. The last token of a vocabulary has its
// id, even if it has no bytes (S56h).
std::optional<std::string> user_of(TokenId id, const Table& table) {
  const auto added = std::ranges::find(table.specials, id, &SpecialToken::id);
  if (added != table.specials.end()) return "the token " + utf8::quoted(added->literal);
  if (id >= table.tokens.size()) return std::nullopt;
  if (!table.tokens[id].empty()) return "the token " + utf8::quoted(table.tokens[id]);
  return id + std::size_t{1} == table.tokens.size() ? std::optional<std::string>("an empty token")
                                                    : std::nullopt;
}

void check_new(const NewToken& token, const Known& known) {
  if (token.literal.empty()) refuse_token(token, "no text holds the empty literal");
  if (const auto offset = utf8::first_ill_formed(token.literal)) {
    utf8::throw_ill_formed(token.literal, *offset,
                           fmt::format("add: {}", utf8::quoted(token.literal)));
  }
  const auto same = known.find(token.literal);
  if (same != known.end()) refuse_token(token, fmt::format("it is {} already", same->second));
}

}  // namespace

Tokenizer with_added_tokens(const Tokenizer& tokenizer, const std::vector<NewToken>& tokens) {
  Table table = TokenizerAccess::table(tokenizer);
  Known known = known_tokens(TokenizerAccess::table(tokenizer));
  auto next = static_cast<TokenId>(table.tokens.size());
  if (!table.specials.empty()) next = std::max(next, table.specials.back().id + 1);
  const std::size_t all = table.tokens.size() + table.specials.size() + tokens.size();
  for (const NewToken& token : tokens) {
    check_new(token, known);
    const TokenId id = token.id.value_or(next);  // S58h "the next ids"
    if (id >= max_vocab_size) refuse_token(token, "there is no id left for it");
    if (token.id && id >= 2 * all + 1024 + most_apart) {
      refuse_token(token, fmt::format("the id {} is too high for {} tokens", id, all));
    }
    if (const auto user = user_of(id, table)) {
      refuse_token(token, fmt::format("the id {} is that of {}", id, *user));
    }
    known.emplace(token.literal, fmt::format("the added token {}", id));
    const auto place = std::ranges::upper_bound(table.specials, id, {}, &SpecialToken::id);
    table.specials.insert(place, {token.literal, id, false, token.is_special});
    next = std::max(next, id + 1);
  }
  table.profile.added.tokens = added_tokens(table.specials);
  table.profile.name += " with added tokens";  // it is no longer v1: Schema v2 saves it
  return TokenizerAccess::open(std::move(table));
}

}  // namespace bpetite
