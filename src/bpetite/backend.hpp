// The interface between Tokenizer and the engine. Only backend.cpp calls the engine.
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
#include <bpetite/offsets.hpp>
#include <bpetite/special.hpp>
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
  std::vector<TokenId> encode(std::string_view text, unsigned threads = 1,
                              const SpecialChoice& specials = {}) const;
  std::vector<std::vector<TokenId>> encode(std::span<const std::string_view> texts,
                                           unsigned threads, const SpecialChoice& specials) const;
  void append(std::string_view text, std::vector<TokenId>& ids,
              const SpecialChoice& specials) const;
  void append(std::string_view text, std::vector<std::uint16_t>& ids,
              const SpecialChoice& specials) const;
  // Appends the ids of all texts, and for each text the number of ids up to its end.
  void append(std::span<const std::string_view> texts, std::vector<TokenId>& ids,
              std::vector<std::size_t>& ends, unsigned threads,
              const SpecialChoice& specials) const;
  // Writes the ids of the text as far as they fit into `space`. Returns the number of all its ids.
  std::size_t write(std::string_view text, std::span<TokenId> space,
                    const SpecialChoice& specials) const;
  // The first ids of the text, and where it is cut (S28d).
  EncodedPrefix encode_up_to(std::string_view text, std::size_t limit,
                             const SpecialChoice& specials) const;
  // Replaces `spans` by where in the text the bytes of its ids came from (S28b, S28c). They must be
  // those of the text.
  void find_spans(std::string_view text, std::span<const TokenId> ids,
                  const SpecialChoice& specials, OffsetUnit unit, std::vector<Span>& spans) const;
  // The spans of the ids, or of the first ones. ValueError if they have more bytes than the text.
  std::vector<Span> spans(std::string_view text, std::span<const TokenId> ids,
                          const SpecialChoice& specials, OffsetUnit unit) const;
  std::string decode(std::span<const TokenId> ids) const;
  const engine::Decoder& decoder() const;

 private:
  const engine::Encoder& encoder() const;
  const engine::SpanFinder& span_finder() const;

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

// Puts tokens before and after the ids of a text (S57c).
void put_around(std::vector<TokenId>& ids, const Template& around);

// Trains a table with the profile's pattern.
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const TrainProgress& progress, unsigned threads = 1);
// Splits a text with the profile's pattern. Both throw PatternError if it is outside the
// language, or too large (S25b, S25i).
std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile);

}  // namespace bpetite::backend
