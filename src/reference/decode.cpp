// Converts token ids to text (spec/06-decode.md): strictly (decode), with U+FFFD for what is not
// UTF-8 (decode_lossy), or to bytes alone (decode_bytes). Also removes the ids of special tokens
// from a list (without_special_tokens). An unknown id is a KeyError in all four.
//
//   merges       (97,98) (32,256)
//   256 257 99   ab | ␠ab | c     "ab abc"
//   256 195      ab | C3          UnicodeDecodeError at byte 2; lossy: "ab" and U+FFFD
#include "reference/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::reference {
namespace {

std::optional<std::string_view> bytes_of(TokenId id, const Table& table) {
  if (id < table.tokens.size() && !table.tokens[id].empty()) {
    return table.tokens[id];
  }
  for (const SpecialToken& special : table.specials) {
    if (special.id == id) {
      return special.literal;  // FR-24 "is its literal"
    }
  }
  return std::nullopt;
}

}  // namespace

std::string decode(std::span<const TokenId> ids, const Table& table) {
  // FR-20 "joined, and then read as UTF-8", S11a "whole must be UTF-8": not each token alone.
  std::string text = decode_bytes(ids, table);
  if (const auto offset = utf8::first_ill_formed(text)) {
    throw UnicodeDecodeError(
        fmt::format("decode: byte {}: {} begins no well-formed UTF-8 sequence", *offset,
                    utf8::quoted(std::string_view(text).substr(*offset, 1))),
        "FR-23", *offset);
  }
  return text;
}

std::string decode_lossy(std::span<const TokenId> ids, const Table& table) {
  const std::string bytes = decode_bytes(ids, table);
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    if (const auto scalar = utf8::well_formed_at(bytes, at)) {
      text.append(bytes, at, scalar->size);
      at += scalar->size;
    } else {
      text += utf8::replacement;  // S29a "One U+FFFD stands for each part"
      at += utf8::ill_formed_size(bytes, at);
    }
  }
  return text;
}

std::vector<TokenId> without_special_tokens(std::span<const TokenId> ids, const Table& table) {
  decode_bytes(ids, table);  // S29d "An unknown id is an error all the same"
  std::vector<TokenId> kept;
  for (const TokenId id : ids) {
    const auto token = std::ranges::find(table.specials, id, &SpecialToken::id);
    if (token == table.specials.end() || !token->is_special) kept.push_back(id);
  }
  return kept;
}

std::string decode_bytes(std::span<const TokenId> ids, const Table& table) {
  std::string bytes;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::optional<std::string_view> token = bytes_of(ids[i], table);
    if (!token) {
      throw KeyError(fmt::format("decode: ids[{}]: unknown token id {}", i, ids[i]), "FR-22");
    }
    bytes += *token;
  }
  return bytes;
}

}  // namespace bpetite::reference
