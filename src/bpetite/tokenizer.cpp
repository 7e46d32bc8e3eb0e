// Implements Tokenizer: trains, encodes, decodes, saves and loads, and gives views of the merges,
// the vocabulary and the special tokens. Also trains on several texts (train_texts). Training,
// encoding and decoding call the engine through the backend. Saving chooses the schema by the
// profile.
#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core/file.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "profiles/profiles.hpp"

namespace bpetite {

Tokenizer::Tokenizer(Table table)
    : model_(std::make_shared<const backend::Model>(std::move(table))) {}

Tokenizer Tokenizer::train(std::string_view corpus, std::uint32_t vocab_size) {
  return train_texts({&corpus, 1}, vocab_size);
}

std::vector<TokenId> Tokenizer::encode(std::string_view text) const {
  return model_->encoder().encode(text);
}

std::string Tokenizer::decode(std::span<const TokenId> ids) const {
  return model_->decoder().decode(ids);
}

void Tokenizer::save(const std::filesystem::path& path, bool overwrite) const {
  file::save_atomically(path, artifact_of(*this), overwrite);
}

std::string artifact_of(const Tokenizer& tokenizer) {
  // S55d "Schema v1 for the profile v1, and v2 for any other".
  const Table& table = TokenizerAccess::table(tokenizer);
  const bool is_v1 = table.profile == artifact::profile();
  return is_v1 ? artifact::serialize(table) : artifact::serialize_schema2(table);
}

Tokenizer Tokenizer::load(const std::filesystem::path& path) {
  return Tokenizer(backend::read_artifact(file::read(path)));
}

std::span<const Pair> Tokenizer::merges() const noexcept { return model_->table().merges; }

std::span<const std::string> Tokenizer::vocabulary() const noexcept {
  return model_->table().tokens;
}

std::span<const SpecialToken> Tokenizer::special_tokens() const noexcept {
  return model_->table().specials;
}

Tokenizer train_texts(std::span<const std::string_view> texts, std::uint32_t vocab_size,
                      const TrainProgress& progress, unsigned threads,
                      const TrainingProfile& profile) {
  check_vocab_size(vocab_size);
  return TokenizerAccess::make(
      backend::train(texts, vocab_size, backend::profile_to_train(profile, profiles::by_default()),
                     progress, threads));
}

}  // namespace bpetite
