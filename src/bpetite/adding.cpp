// Adds tokens to a table. Each new literal is looked up among all tokens. The new tokens get the
// ids after the highest one.
#include <bpetite/adding.hpp>

#include <fmt/format.h>

#include <algorithm>
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
  for (const NewToken& token : tokens) {
    check_new(token, known);
    if (next >= max_vocab_size) refuse_token(token, "there is no id left for it");
    // S58h "the next ids".
    known.emplace(token.literal, fmt::format("the added token {}", next));
    table.specials.push_back({token.literal, next++, false, token.is_special});
  }
  AddedTokens& added = table.profile.added;
  added.tokens.clear();
  for (const SpecialToken& token : table.specials) {
    added.tokens.push_back({token.literal, token.id, token.normalized, token.is_special});
  }
  table.profile.name += " with added tokens";  // it is no longer v1: Schema v2 saves it
  return TokenizerAccess::open(std::move(table));
}

}  // namespace bpetite
