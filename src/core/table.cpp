// Builds, checks and changes tables. Builds the table of a trained tokenizer: 256 bytes, a token
// for each merge, the special tokens. Turns the added tokens of a profile into those of a table,
// and back. Finds the bytes that an added token decodes to, whether a byte has a token, and the
// bytes of texts that have none. Refuses a wrong vocabulary size, tokens that need a byte that is
// dropped, and added tokens that cannot be found exactly. Removes the bytes of tokens that are only
// added tokens, and merges that never apply. Decides whether the merges are in the order of the ids
// that they make.
//
//   merges (97,98), (32,256)      tokens 0 to 255, 256 "ab", 257 " ab", and <|endoftext|> = 258
#include "core/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/assertion.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite {

void check_vocab_size(TokenId vocab_size) {
  if (vocab_size < 256) {
    throw ValueError(fmt::format("train: vocab_size: {} is below 256", vocab_size), "FR-9");
  }
  if (vocab_size > max_vocab_size) {
    throw ValueError(
        fmt::format("train: vocab_size: {} is above the limit {}", vocab_size, max_vocab_size),
        "S16");
  }
}

Table trained_table(const Profile& profile, std::vector<Pair> merges) {
  Table table;
  table.profile = profile;
  table.profile.merging = Merging::pairs;

  // FR-8 "One token for each value of a byte".
  table.tokens.reserve(256 + merges.size());
  for (unsigned byte = 0; byte < 256; ++byte) {
    table.byte_ids[byte] = byte;
    table.tokens.emplace_back(1, static_cast<char>(static_cast<unsigned char>(byte)));
  }

  // FR-8 "new ones are numbered from 256": the token of a merge is its two operands joined.
  table.results.reserve(merges.size());
  for (const auto& [left, right] : merges) {
    assert_internal(left < table.tokens.size() && right < table.tokens.size(),
                    "a merge refers to a later token");
    table.results.push_back(static_cast<TokenId>(table.tokens.size()));
    table.tokens.push_back(table.tokens[left] + table.tokens[right]);
  }

  // FR-13 "the first that is free".
  table.specials = special_tokens(profile.added, static_cast<TokenId>(table.tokens.size()));
  table.merges = std::move(merges);
  return table;
}

std::vector<SpecialToken> special_tokens(const AddedTokens& added, TokenId vocab_size) {
  std::vector<SpecialToken> specials;
  TokenId next = vocab_size;
  for (const AddedToken& token : added.tokens) {
    specials.push_back({token.literal, token.id.value_or(next), token.normalized, token.is_special,
                        token.lstrip, token.rstrip, token.single_word});
    next = std::max(next, specials.back().id + 1);
  }
  std::ranges::sort(specials, {}, &SpecialToken::id);
  return specials;
}

std::vector<AddedToken> added_tokens(const std::vector<SpecialToken>& specials) {
  std::vector<AddedToken> added;
  for (const SpecialToken& token : specials) {
    added.push_back({token.literal, token.id, token.normalized, token.is_special, token.lstrip,
                     token.rstrip, token.single_word});
  }
  return added;
}

std::string_view decoded_bytes(const SpecialToken& token, const Table& table) {
  const bool is_in_vocabulary = token.id < table.tokens.size() && !table.tokens[token.id].empty();
  return is_in_vocabulary ? table.tokens[token.id] : token.literal;
}

bool has_byte(const Table& table, unsigned char byte) {
  const TokenId id = table.byte_ids[byte];
  return id < table.tokens.size() && table.tokens[id].size() == 1 &&
         static_cast<unsigned char>(table.tokens[id].front()) == byte;
}

std::vector<unsigned char> missing_bytes(const Table& table) {
  std::vector<unsigned char> missing;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool is_in_text = utf8::can_hold(static_cast<char>(byte));
    const auto value = static_cast<unsigned char>(byte);
    if (is_in_text && !has_byte(table, value)) missing.push_back(value);
  }
  return missing;
}

void check_dropped(const Table& table) {
  if (!table.profile.drops_missing_bytes) return;
  const auto require_whole = [&](std::string_view bytes, std::string_view what) {
    const bool is_whole = std::ranges::all_of(
        bytes, [&](char c) { return has_byte(table, static_cast<unsigned char>(c)); });
    if (is_whole) return;
    throw ValueError(fmt::format("open: the token {} has a byte that is dropped, and {}",
                                 utf8::quoted(bytes, 60), what),
                     "S31d");
  };
  for (const SpecialToken& token : table.specials) {
    if (!token.normalized) continue;
    require_whole(token.literal, "it is an added token that is found in normalized text");
  }
  for (TokenId id = 0; table.profile.whole_chunks && id < table.tokens.size(); ++id) {
    if (std::ranges::binary_search(table.text_tokens, id)) continue;
    require_whole(table.tokens[id], "a whole chunk could be this token");
  }
}

void check_added(const Table& table) {
  const auto refuse = [](const SpecialToken& token, std::string_view what, const char* clause) {
    throw ValueError(
        fmt::format("open: the added token {} {}", utf8::quoted(token.literal, 60), what), clause);
  };
  // The first literal of each kind that begins with white space: found as given, or in a form.
  std::array<const SpecialToken*, 2> begins_with_space = {};
  for (const SpecialToken& token : table.specials) {
    const SpecialToken*& first = begins_with_space.at(token.normalized ? 1 : 0);
    if (first != nullptr || token.literal.empty()) continue;
    if (unicode::is_white_space(utf8::scalar_at(token.literal, 0).value)) first = &token;
  }
  for (const SpecialToken& token : table.specials) {
    if (token.normalized && table.profile.normalizer != Normalizer::none) {
      if (table.profile.prefix_space) {
        refuse(token, "is found in normalized text, and a space is put before what is behind it",
               "S30g");
      }
      if (token.lstrip || token.rstrip || token.single_word) {
        refuse(token, "is found in normalized text, and looks at what stands beside it", "S30f");
      }
      if (decoded_bytes(token, table) != token.literal) {
        refuse(token, "is found in normalized text, and does not decode to itself", "S30f");
      }
    }
    const SpecialToken* const spaced = begins_with_space.at(token.normalized ? 1 : 0);
    if (token.rstrip && spaced != nullptr) {
      refuse(token,
             fmt::format("takes the white space behind it, and {} begins with white space",
                         utf8::quoted(spaced->literal, 60)),
             "S27g");
    }
  }
}

void clear_tokens(Table& table, const std::vector<TokenId>& ids) {
  for (const TokenId id : ids) table.tokens[id].clear();
  std::erase_if(table.text_tokens, [&](TokenId id) { return table.tokens[id].empty(); });
}

void remove_idle_merges(Table& table) {
  std::vector<bool> is_idle(table.tokens.size());
  for (TokenId id = 0; id < table.tokens.size(); ++id) is_idle[id] = table.tokens[id].empty();
  for (const TokenId id : table.text_tokens) is_idle[id] = true;
  std::size_t kept = 0;
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    if (is_idle[left] || is_idle[right]) continue;
    table.merges[kept] = table.merges[rank];
    table.results[kept++] = table.results[rank];
  }
  table.merges.resize(kept);
  table.results.resize(kept);
}

bool is_rank_order_id_order(const Table& table) {
  TokenId last = 0;
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    const TokenId token = table.results[rank];
    if (token <= last || left >= token || right >= token) return false;
    last = token;
  }
  return true;
}

}  // namespace bpetite
