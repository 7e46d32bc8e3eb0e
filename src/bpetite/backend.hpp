// What a Tokenizer holds: a table, and what the engine makes of it. Also how tables are read and
// trained.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/messages.hpp>
#include <bpetite/training.hpp>

#include "core/lazy.hpp"
#include "core/table.hpp"
#include "interop/model_files.hpp"

namespace bpetite::engine {
class Decoder;
class Encoder;
class SpanFinder;
}  // namespace bpetite::engine

namespace bpetite::backend {

// The profile of a rank file whose patterns are given in place of a name: it merges by bytes, and
// has no special tokens (S26e). PatternError for a pattern that the engine does not carry (S26d).
// ValueError for one of tiktoken's dialect that does not cover every text.
Profile profile_of(std::vector<Split> splits);

// ValueError for a pattern that does not cover every text where it must (S26e, S26g).
void require_cover(const Profile& profile);

// The table of a file, whose patterns cover what they must (S26g). As interop::read_model.
Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes = false);

// The table of an artifact of either schema, with such patterns.
Table read_artifact(std::string_view file);

// The same of two files. As interop::read_gpt2_model.
Table read_gpt2_model(const interop::ModelFiles& files, const Profile* profile,
                      bool drop_missing_bytes = false);

// The names of TrainingProfile::normalizer (S59a).
inline constexpr std::array<std::pair<std::string_view, Normalizer>, 3> trained_normalizers = {
    {{"none", Normalizer::none}, {"nfc", Normalizer::nfc_16_0}, {"nfc-9.0", Normalizer::nfc_9_0}}};

// The profile that `what` names: that of its name, or of its patterns, or else `otherwise`; with
// the normalizer and the special tokens that it asks for (S59). Errors are those of train_texts.
Profile profile_to_train(const TrainingProfile& what, const Profile& otherwise);
// The same with a profile that is known already. Where a normalizer is empty, it is the profile's.
Profile profile_to_train(Profile profile, std::string_view normalizer,
                         std::span<const std::string> special_tokens);

// ValueError if the vocabulary size is below 256, or above 2^24 with the special tokens of the
// profile; v1's is not counted (FR-9, S16).
void check_training_size(TokenId vocab_size, const Profile& profile);

// A table with its encoder, decoder and finder of spans, which are made when they are first needed.
// Any number of threads may use one model.
class Model {
 public:
  explicit Model(Table table);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Table& table() const { return table_; }
  // ValueError if the engine does not carry the patterns of the table (S26d).
  void prepare() const;
  const engine::Encoder& encoder() const;
  const engine::Decoder& decoder() const;
  const engine::SpanFinder& span_finder() const;

 private:
  Table table_;
  mutable Lazy<engine::Encoder> encoder_;
  mutable Lazy<engine::Decoder> decoder_;
  mutable Lazy<engine::SpanFinder> span_finder_;
};

// The first ids of a conversation, at most `max_tokens`, with their mask (S57h to S57k), and the
// ids with which the assistant is asked for its last message anew (S57l). ValueError: the messages
// are not in order. KeyError: a special token is missing.
RenderedConversation render(const Model& model, std::span<const SpecialToken> specials,
                            const Conversation& conversation, std::size_t max_tokens);
std::vector<TokenId> render_for_completion(const Model& model,
                                           std::span<const SpecialToken> specials,
                                           const Conversation& conversation,
                                           std::size_t max_tokens);

// Trains a table with the profile's pattern.
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const TrainProgress& progress, unsigned threads = 1);
// Splits a text with the profile's pattern. Both throw PatternError if it is outside the
// language, or too large (S25b, S25i).
std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile);

}  // namespace bpetite::backend
