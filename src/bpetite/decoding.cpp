// Decodes ids into text or bytes, all at once or as a stream (StreamDecoder). In text, bytes that
// are not UTF-8 are refused or replaced, as the caller wants. A stream returns complete scalars,
// and keeps the bytes of an incomplete one; at the end of the stream these are refused or replaced
// too. Also gives the bytes of one token, and removes the ids of special tokens from a list of ids.
//
//   ids [226] [130, 172]      "" and keeps E2      "€" and keeps nothing
#include <algorithm>
#include <utility>

#include <bpetite/decoding.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "engine/decode.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite {

std::string decode(const Tokenizer& tokenizer, std::span<const TokenId> ids, IllFormed ill_formed) {
  if (ill_formed == IllFormed::refused) return tokenizer.decode(ids);
  return TokenizerAccess::model(tokenizer).decoder().decode_lossy(ids);
}

std::string decode_bytes(const Tokenizer& tokenizer, std::span<const TokenId> ids) {
  return TokenizerAccess::model(tokenizer).decoder().join(ids);
}

std::string_view token_bytes(const Tokenizer& tokenizer, TokenId id) {
  return TokenizerAccess::model(tokenizer).decoder().bytes_of(id);
}

std::vector<TokenId> without_special_tokens(const Tokenizer& tokenizer,
                                            std::span<const TokenId> ids) {
  const engine::Decoder& decoder = TokenizerAccess::model(tokenizer).decoder();
  std::vector<TokenId> special;
  for (const SpecialToken& token : tokenizer.special_tokens()) {
    if (token.is_special) special.push_back(token.id);
  }
  std::vector<TokenId> kept;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    decoder.check_known(ids[i], i);
    if (!std::ranges::binary_search(special, ids[i])) kept.push_back(ids[i]);
  }
  return kept;
}

StreamDecoder::StreamDecoder(Tokenizer tokenizer, IllFormed ill_formed)
    : tokenizer_(std::move(tokenizer)), ill_formed_(ill_formed) {}

std::string StreamDecoder::add(std::span<const TokenId> ids) {
  std::string text = held_ + TokenizerAccess::model(tokenizer_).decoder().join(ids, ids_);
  std::string rest;
  if (const auto fault = engine::scan::first_ill_formed(text)) {
    rest = text.substr(*fault);
    text.resize(*fault);
    if (ill_formed_ == IllFormed::replaced) {
      std::string held;
      text += engine::lossy(rest, &held);
      rest = std::move(held);
    } else if (!utf8::is_cut_scalar(rest)) {
      is_faulty_ = true;
      engine::Decoder::throw_ill_formed(rest, 0, bytes_ + text.size());
    }
  }
  held_ = std::move(rest);
  ids_ += ids.size();
  bytes_ += text.size();
  is_faulty_ = is_faulty_ && ids.empty();
  return text;
}

std::string StreamDecoder::finish() {
  const std::string rest = std::exchange(held_, {});
  const std::uint64_t offset = std::exchange(bytes_, 0);
  const bool was_faulty = std::exchange(is_faulty_, false);
  ids_ = 0;
  // S29e "has no second error".
  if (rest.empty() || was_faulty) return {};
  if (ill_formed_ == IllFormed::refused) engine::Decoder::throw_ill_formed(rest, 0, offset);
  return std::string(utf8::replacement);
}

}  // namespace bpetite
