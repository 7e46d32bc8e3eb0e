// Declares what the public functions of the library share. Not installed. By subject:
//
//   Model                              a table, and what the engine makes from it
//   read_model, read_artifact,         the table of a file, of an artifact, and of a path with its
//       open_path                      file (OpenedPath)
//   require_cover, require_apart       checks: patterns cover every text, and ordinary text never
//                                      yields a special token
//   profile_of, given_profile,         a profile with given patterns, that of options, or for
//       profile_to_train               training
//   trained_normalizers                the names of the normalizers for training
//   check_training_size, train         the limits of a vocabulary size, and a trained table
//   render, render_for_completion      the ids of a conversation
//   pretokenize                        the chunks of a text
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/messages.hpp>
#include <bpetite/open.hpp>
#include <bpetite/training.hpp>

#include "core/lazy.hpp"
#include "core/table.hpp"
#include "interop/huggingface/model_directory.hpp"
#include "interop/read_model_file.hpp"

namespace bpetite::engine {
class Decoder;
class Encoder;
class SpanFinder;
}  // namespace bpetite::engine

namespace bpetite::backend {

// The profile of a rank file whose patterns are given in place of a name: it merges by bytes, has
// no special tokens (S26e), and tiktoken's rule for those that are added to it (S26j).
// PatternError: the engine does not carry a pattern (S26d). ValueError: a pattern of tiktoken's
// dialect does not cover every text.
Profile profile_of(std::vector<Split> splits);

// The profile that the options name, or one with their patterns; nullopt if they have neither.
// ValueError: they have both (S26e).
std::optional<Profile> given_profile(const OpenOptions& options);

// ValueError if a pattern has to cover every text and does not (S26e, S26g).
void require_cover(const Profile& profile);

// ValueError if a text that is encoded as ordinary text (S27c) yields the id of a special token.
// The message has the token and such a text. It is also thrown if it is not known whether there is
// one.
void require_apart(const Table& table);

// The table of a file. Its patterns cover every text where they have to (S26g), and ordinary text
// yields no special token (S50e). Errors are those of interop::read_model.
Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes = false);

// The table of an artifact of either schema, with the same check of its patterns.
Table read_artifact(std::string_view file);

// What a path is opened as. The bytes are empty for GPT-2's two files.
struct OpenedPath {
  interop::ModelFile file;
  std::string name;               // of the file, if its directory was given
  interop::TokenSources sources;  // the file of each added token, if several files can have them
  Table table;
};

// Opens a file, or the model of a directory with the files beside it (S51b, S51e). `open` opens one
// file. Errors are those of interop::model_files, read_model and read_gpt2_model.
OpenedPath open_path(const std::filesystem::path& path, const Profile* profile,
                     bool drop_missing_bytes,
                     const std::function<file::Input(const std::filesystem::path&)>& open);

// The names of TrainingProfile::normalizer (S59a).
inline constexpr std::array<std::pair<std::string_view, Normalizer>, 3> trained_normalizers = {
    {{"none", Normalizer::none}, {"nfc", Normalizer::nfc_16_0}, {"nfc-9.0", Normalizer::nfc_9_0}}};

// The profile to train with: the one that `what` names, or one with its patterns, or `otherwise` if
// it has neither. It gets the normalizer and the special tokens of `what` (S59). Errors are those
// of train_texts.
Profile profile_to_train(const TrainingProfile& what, const Profile& otherwise);
// The same with a profile that is known already. If `normalizer` is empty, the profile keeps its
// own.
Profile profile_to_train(Profile profile, std::string_view normalizer,
                         std::span<const std::string> special_tokens);

// ValueError if the vocabulary size is below 256, or above 2^24 with the special tokens of the
// profile; v1's is not counted (FR-9, S16).
void check_training_size(TokenId vocab_size, const Profile& profile);

// UnicodeDecodeError for the first of the texts that is not UTF-8 (S1a).
void check_utf8(std::span<const std::string_view> texts, unsigned threads = 1);

// A table with its encoder, its decoder and its finder of spans. They are made when they are first
// needed. Any number of threads may use one model.
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

// render() gives the first ids of a conversation, at most `max_tokens`, with their mask (S57h to
// S57k); with `strict` no added token is found in its texts (S62g). render_for_completion() gives
// the ids that ask the assistant for its last message again (S57l). ValueError: the messages are
// not in order. KeyError: a special token is missing.
RenderedConversation render(const Model& model, std::span<const SpecialToken> specials,
                            const Conversation& conversation, std::size_t max_tokens,
                            bool strict = false);
std::vector<TokenId> render_for_completion(const Model& model,
                                           std::span<const SpecialToken> specials,
                                           const Conversation& conversation, std::size_t max_tokens,
                                           bool strict = false);

// Trains a table with the profile's pattern.
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const TrainProgress& progress, unsigned threads = 1);
// Splits a text with the profile's pattern. Both throw PatternError if it is outside the
// language, or too large (S25b, S25i).
std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile);

}  // namespace bpetite::backend
