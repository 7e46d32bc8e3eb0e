// Connects the public functions of the library with the readers of files and with the engine. Reads
// the table of a file, of an artifact or of a path (a file or a directory), and checks that
// patterns cover every text where they have to. Makes a profile from patterns. Makes the encoder,
// the decoder and the finder of spans of a table, each when it is first needed (Model). Trains a
// table on texts, and cuts a text into chunks; a text that is not UTF-8 is an error.
//
//   open_path("Qwen3-8B", ...)      the table of Qwen3-8B/tokenizer.json and the files beside it
#include "bpetite/backend.hpp"

#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/schema2.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/count/bounded_counts.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/kernels/scan_pattern.hpp"
#include "engine/offsets.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/utf8.hpp"
#include "engine/train.hpp"
#include "interop/open.hpp"

namespace bpetite::backend {

// S1a "raise `UnicodeDecodeError` with the *offset* of the fault".
void check_utf8(std::span<const std::string_view> texts, unsigned threads) {
  if (engine::scan::are_well_formed(texts, threads)) return;
  for (const std::string_view text : texts) {
    if (const auto offset = engine::scan::first_ill_formed(text)) {
      utf8::throw_ill_formed(text, *offset);
    }
  }
}

Profile profile_of(std::vector<Split> splits) {
  const engine::compile::Splitter compiled(splits);  // throws now, and not at the first text
  engine::compare::require_cover(splits);
  Profile profile;
  profile.name = "a given pattern";
  profile.added.rule = SpecialRule::refused_unless_allowed;  // as in tiktoken
  profile.splits = std::move(splits);
  profile.merging = Merging::bytes;
  return profile;
}

void require_cover(const Profile& profile) {
  if (engine::kernels::find_scan_pattern(profile)) return;  // these cover every text
  engine::compare::require_cover(profile.splits);
}

namespace {

Table checked(Table table) {
  require_cover(table.profile);
  return table;
}

// A table that another program's files give.
Table checked_foreign(Table table) {
  require_cover(table.profile);
  require_apart(table);
  return table;
}

Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes, interop::ModelDirectory* directory) {
  const bool is_utf8 = !engine::scan::first_ill_formed(file);
  return checked_foreign(
      interop::read_model(file, source, profile, drop_missing_bytes,
                          is_utf8 ? json::Utf8::well_formed : json::Utf8::unknown, directory));
}

}  // namespace

Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes) {
  return read_model(file, source, profile, drop_missing_bytes, nullptr);
}

Table read_artifact(std::string_view file) { return checked(artifact::parse_any(file)); }

OpenedPath open_path(const std::filesystem::path& path, const Profile* profile,
                     bool drop_missing_bytes,
                     const std::function<file::Input(const std::filesystem::path&)>& open) {
  const interop::ModelFiles files = interop::model_files(path, profile != nullptr);
  interop::ModelDirectory directory;
  if (!files.merges.empty()) {
    Table table =
        checked_foreign(interop::read_gpt2_model(files, profile, drop_missing_bytes, directory));
    return {{}, "", directory.sources(), std::move(table)};
  }
  const bool is_in_directory = files.file != path;
  interop::ModelFile file = interop::read_model_file(open(files.file));
  Table table = read_model(file.bytes, files.file.string(), profile, drop_missing_bytes,
                           is_in_directory ? &directory : nullptr);
  return {std::move(file), is_in_directory ? files.file.filename().string() : "",
          directory.sources(), std::move(table)};
}

void Model::prepare() const {
  if (!engine::kernels::find_scan_pattern(table_.profile)) encoder();
}

Model::Model(Table table) : table_(std::move(table)) {}
Model::~Model() = default;

const engine::Encoder& Model::encoder() const {
  return encoder_.get([this] { return std::make_unique<const engine::Encoder>(table_); });
}

const engine::SpanFinder& Model::span_finder() const {
  return span_finder_.get(
      [this] { return std::make_unique<const engine::SpanFinder>(table_, decoder()); });
}

const engine::Decoder& Model::decoder() const {
  return decoder_.get([this] { return std::make_unique<const engine::Decoder>(table_); });
}

// FR-9..FR-13, S20: each text is split alone. FR-15b: a special token in a corpus is ordinary
// text.
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const TrainProgress& progress, unsigned threads) {
  check_training_size(vocab_size, profile);
  engine::count::BoundedCounts counts(profile, threads);
  check_utf8(texts, threads);
  counts.add_texts(texts);
  const engine::count::ChunkSource source = [&counts](const auto& visit) {
    counts.for_each(visit);
  };
  return trained_table(profile, engine::learn_merges(source, vocab_size - 256, progress));
}

std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile) {
  check_utf8({&text, 1});
  return engine::scan::chunks(text, engine::scan::Cutter(profile), engine::machine::level());
}

}  // namespace bpetite::backend
