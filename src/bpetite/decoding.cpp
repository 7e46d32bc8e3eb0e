// Decodes a stream of ids: returns complete scalars, and keeps the bytes of an incomplete one.
//
//   ids [226] [130, 172]      "" and keeps E2      "€" and keeps nothing
#include <utility>

#include <bpetite/decoding.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "engine/decode.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite {

StreamDecoder::StreamDecoder(Tokenizer tokenizer) : tokenizer_(std::move(tokenizer)) {}

std::string StreamDecoder::add(std::span<const TokenId> ids) {
  std::string text = held_ + TokenizerAccess::model(tokenizer_).decoder().join(ids, ids_);
  std::string rest;
  if (const auto fault = engine::scan::first_ill_formed(text)) {
    rest = text.substr(*fault);
    if (!utf8::is_cut_scalar(rest))
      engine::Decoder::throw_ill_formed(text, *fault, bytes_ + *fault);
    text.resize(*fault);
  }
  held_ = std::move(rest);
  ids_ += ids.size();
  bytes_ += text.size();
  return text;
}

void StreamDecoder::finish() {
  const std::string rest = std::exchange(held_, {});
  const std::uint64_t offset = std::exchange(bytes_, 0);
  ids_ = 0;
  if (!rest.empty()) engine::Decoder::throw_ill_formed(rest, 0, offset);
}

}  // namespace bpetite
