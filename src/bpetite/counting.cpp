// Counts the chunks of texts, in at most as much memory as the caller allows, and saves the counts
// as a file (ChunkCounter). Writes the sums of such files as one file (merge_counts), and trains a
// tokenizer on the sums (train_counts): with the profile of the counts, or with a given one, by
// which they must have been cut. The engine does the work; this file calls it.
#include <bpetite/counting.hpp>

#include <string>
#include <system_error>
#include <vector>

#include "bpetite/access.hpp"
#include "core/file.hpp"
#include "core/table.hpp"
#include "engine/count/bounded_counts.hpp"
#include "engine/count/saved_counts.hpp"
#include "engine/train.hpp"
#include "profiles/profiles.hpp"

namespace bpetite {
ChunkCounter::ChunkCounter(const CountOptions& options)
    : counts_(std::make_unique<engine::count::BoundedCounts>(
          backend::profile_to_train(options.profile, profiles::by_default()), options.threads,
          options.memory, options.directory)) {}
ChunkCounter::~ChunkCounter() = default;
ChunkCounter::ChunkCounter(ChunkCounter&&) noexcept = default;
ChunkCounter& ChunkCounter::operator=(ChunkCounter&&) noexcept = default;

void ChunkCounter::add_text(std::string_view text) { add_texts({&text, 1}); }

void ChunkCounter::add_texts(std::span<const std::string_view> texts) {
  backend::check_utf8(texts, counts_->threads());
  counts_->add_texts(texts);
}

void ChunkCounter::save(const std::filesystem::path& path, bool overwrite) {
  engine::count::save_counts(
      path, overwrite, counts_->header(),
      [this](const engine::count::VisitCount& visit) { counts_->for_each_ascending(visit); });
}

void merge_counts(std::span<const std::filesystem::path> files, const std::filesystem::path& path,
                  bool overwrite) {
  const std::vector<std::string> names(files.begin(), files.end());
  const engine::count::CountsFiles counts(names, file::directory_of(path));
  engine::count::save_counts(path, overwrite, counts.header(), counts.source());
}

Tokenizer train_counts(std::span<const std::filesystem::path> files, std::uint32_t vocab_size,
                       const TrainProgress& progress, const TrainingProfile& profile) {
  check_vocab_size(vocab_size);
  std::error_code none;  // ignored: an error follows when the directory is used
  const std::vector<std::string> names(files.begin(), files.end());
  const engine::count::CountsFiles counts(names, std::filesystem::temp_directory_path(none));
  const Profile trained = backend::profile_to_train(profile, counts.profile());
  counts.require(trained);
  backend::check_training_size(vocab_size, trained);
  return TokenizerAccess::make(
      trained_table(trained, engine::learn_merges(counts.source(), vocab_size - 256, progress)));
}

}  // namespace bpetite
