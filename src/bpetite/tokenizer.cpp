// The five operations, each one sentence.
#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core/artifact.hpp"
#include "core/file.hpp"

namespace bpetite {

Tokenizer::Tokenizer(Table table)
    : model_(std::make_shared<const backend::Model>(std::move(table))) {}

Tokenizer Tokenizer::train(std::string_view corpus, std::uint32_t vocab_size) {
  return train_texts({&corpus, 1}, vocab_size);
}

std::vector<TokenId> Tokenizer::encode(std::string_view text) const { return model_->encode(text); }

std::string Tokenizer::decode(std::span<const TokenId> ids) const { return model_->decode(ids); }

void Tokenizer::save(const std::filesystem::path& path, bool overwrite) const {
  file::save_atomically(path, artifact::serialize(model_->table()), overwrite);
}

Tokenizer Tokenizer::load(const std::filesystem::path& path) {
  return Tokenizer(artifact::parse(file::read(path)));
}

std::span<const Pair> Tokenizer::merges() const noexcept { return model_->table().merges; }

std::span<const std::string> Tokenizer::vocabulary() const noexcept {
  return model_->table().tokens;
}

std::span<const SpecialToken> Tokenizer::special_tokens() const noexcept {
  return model_->table().specials;
}

Tokenizer train_texts(std::span<const std::string_view> texts, std::uint32_t vocab_size,
                      const TrainProgress& progress, unsigned threads) {
  return TokenizerAccess::make(backend::train(texts, vocab_size, progress, threads));
}

void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids) {
  ids.clear();
  TokenizerAccess::model(tokenizer).append(text, ids);
}

void encode_into(const Tokenizer& tokenizer, std::string_view text,
                 std::vector<std::uint16_t>& ids) {
  TokenId highest = static_cast<TokenId>(tokenizer.vocabulary().size()) - 1;
  for (const SpecialToken& special : tokenizer.special_tokens()) {
    highest = std::max(highest, special.id);
  }
  if (highest > std::numeric_limits<std::uint16_t>::max()) {
    throw ValueError(fmt::format("encode: ids of 16 bits: the tokenizer has id {}", highest), "");
  }
  std::vector<TokenId> wide;
  encode_into(tokenizer, text, wide);
  ids.assign(wide.begin(), wide.end());
}

std::vector<std::vector<TokenId>> encode_batch(const Tokenizer& tokenizer,
                                               std::span<const std::string_view> texts,
                                               unsigned threads) {
  return TokenizerAccess::model(tokenizer).encode(texts, threads);
}

std::vector<TokenId> encode_parallel(const Tokenizer& tokenizer, std::string_view text,
                                     unsigned threads) {
  return TokenizerAccess::model(tokenizer).encode(text, threads);
}

}  // namespace bpetite
