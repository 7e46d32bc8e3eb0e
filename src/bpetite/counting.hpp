// Counts the chunks of texts and saves the counts as files (ChunkCounter), adds up the counts of
// such files (merge_counts), and trains on the sums (train_counts): for texts that do not fit in
// memory together, or that are on many machines (spec/12-counts.md). CountOptions has the number of
// threads, the memory for counts, the directory for counts that do not fit into it, and how texts
// are cut.
//
//   bpetite::ChunkCounter counter({.threads = 8, .memory = std::size_t{4} << 30});
//   while (const auto text = next_text()) counter.add_text(*text);
//   counter.save("monday.counts");
//
//   const std::vector<std::filesystem::path> files = {"monday.counts", "tuesday.counts"};
//   bpetite::merge_counts(files, "both.counts");                  // the sums, as one file
//   const auto tokenizer = bpetite::train_counts(files, 32000);   // as on all texts at once (S41a)
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

namespace bpetite {

namespace engine::count {
class BoundedCounts;
}

struct CountOptions {
  // The number of threads that count a text, including the calling thread. 0 means 1.
  unsigned threads = 1;
  // Memory for counts in bytes, for all threads together (S41b). More counts go to files without
  // a name in `directory`. The text itself is not included.
  std::size_t memory = std::numeric_limits<std::size_t>::max();
  std::filesystem::path directory = ".";
  // How texts are cut. The special tokens of the profile do not matter: their literals are ordinary
  // text (FR-15b).
  TrainingProfile profile = {};
};

// Counts the chunks of texts. One thread may use it at a time.
class ChunkCounter {
 public:
  explicit ChunkCounter(const CountOptions& options = {});
  ~ChunkCounter();
  ChunkCounter(ChunkCounter&&) noexcept;
  ChunkCounter& operator=(ChunkCounter&&) noexcept;

  // Adds a text. Its end is an end of text, and the order of texts does not matter (S20).
  // UnicodeDecodeError: the text is not UTF-8, and none of it was counted. OSError: the directory
  // is full or cannot be used, and the counts must not be used any more.
  void add_text(std::string_view text);
  // Adds many texts, which the threads share. The error is that of the first text that has one.
  void add_texts(std::span<const std::string_view> texts);

  // Writes all counts so far as a counts file (S40), completely or not at all, with the errors of
  // Tokenizer::save. More texts may be added afterwards.
  void save(const std::filesystem::path& path, bool overwrite = false);

 private:
  std::unique_ptr<engine::count::BoundedCounts> counts_;
};

// Writes the sums of counts files as one file (S42b), without keeping a whole file in memory.
// Pipes, and more than 256 files, go through temporary files without a name: here beside `path`, in
// train_counts in TMPDIR.
// ValueError: a file is damaged (S40g), or two files were cut differently (S40i).
// FileNotFoundError, OSError: it cannot be read. Also the errors of Tokenizer::save.
void merge_counts(std::span<const std::filesystem::path> files, const std::filesystem::path& path,
                  bool overwrite = false);

// Trains on the sums of counts files (S42c), which are read twice. The errors are those of
// train_texts and of reading in merge_counts, and ValueError for 2^32 bytes or more of distinct
// chunks (S42d). If `profile` names neither a profile nor patterns nor a normalizer, those of the
// counts are used. If it names one, the counts must have been cut by it (S40i).
Tokenizer train_counts(std::span<const std::filesystem::path> files, std::uint32_t vocab_size,
                       const TrainProgress& progress = {}, const TrainingProfile& profile = {});

}  // namespace bpetite
