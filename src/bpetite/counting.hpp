// Training apart from counting: on texts that are never there all at once, or on many machines
// (spec/12-counts.md).
//
//   bpetite::ChunkCounter counter({.threads = 8, .memory = std::size_t{4} << 30});
//   while (const auto text = next_text()) counter.add_text(*text);
//   counter.save("monday.counts");
//
//   const std::vector<std::filesystem::path> files = {"monday.counts", "tuesday.counts"};
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

namespace engine {
class BoundedCounts;
}

struct CountOptions {
  // Threads that count a text together, the calling one among them. 0 is taken for 1.
  unsigned threads = 1;
  // Bytes for what is counted, for all threads together (S41b); what is more goes to files without
  // a name in `directory`. The text itself comes on top.
  std::size_t memory = std::numeric_limits<std::size_t>::max();
  std::filesystem::path directory = ".";
};

// Counts the chunks of texts. One thread may use it at a time.
class ChunkCounter {
 public:
  explicit ChunkCounter(const CountOptions& options = {});
  ~ChunkCounter();
  ChunkCounter(ChunkCounter&&) noexcept;
  ChunkCounter& operator=(ChunkCounter&&) noexcept;

  // Adds a text of its own: its end is an end of text, and the order of texts does not matter
  // (S20). UnicodeDecodeError: it is not UTF-8; nothing of it is counted.
  // OSError: the directory takes no more; what was counted is then not to be used.
  void add_text(std::string_view text);

  // Writes all that was counted so far as a counts file (S40), whole or not at all, with the errors
  // of Tokenizer::save. More may be counted afterwards.
  void save(const std::filesystem::path& path, bool overwrite = false);

 private:
  std::unique_ptr<engine::BoundedCounts> counts_;
};

// Writes the sums of counts files as one (S42b); none is ever held whole. A pipe, and more files
// than 256, go through temporary files without a name: here beside `path`, below in TMPDIR.
// ValueError: a file is damaged, or of another pattern or version of Unicode (S40g).
// FileNotFoundError, OSError: it cannot be read. And the errors of Tokenizer::save.
void merge_counts(std::span<const std::filesystem::path> files, const std::filesystem::path& path,
                  bool overwrite = false);

// As Tokenizer::train, on the sums of counts files (S42c). They are read twice.
// Errors are those of Tokenizer::train and of reading in merge_counts; and ValueError for distinct
// chunks of 2^32 bytes or more (S42d).
Tokenizer train_counts(std::span<const std::filesystem::path> files, std::uint32_t vocab_size,
                       const TrainProgress& progress = {});

}  // namespace bpetite
