// Counts the chunks of texts for Python (Counter), and adds up counts (merge_counts). Counts are
// files, or bytes with the content of one. While the library works, the lock of the interpreter is
// released; a second thread that uses the same counter waits.
//
//   counter.add("ab ab")      counter.to_bytes()      b"bpetite counts 1\n..."
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/counting.hpp>
#include <bpetite/training.hpp>

namespace bpetite::python {

namespace nb = nanobind;

// A directory of its own, which goes with it.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class Counter {
 public:
  // `memory` 0: no limit.
  Counter(const TrainingProfile& profile, unsigned threads, std::size_t memory);

  void add(nb::handle text);
  void add_batch(nb::handle texts);
  void add_arrow(nb::handle array, bool skips_nulls);
  void save(const std::filesystem::path& path, bool overwrite);
  nb::bytes to_bytes();

 private:
  std::mutex mutex_;  // guards the counter
  TemporaryDirectory directory_;
  ChunkCounter counter_;
};

// Counts files: paths, and bytes, which become files for as long as this object lives.
class GivenCounts {
 public:
  using Given = std::variant<nb::bytes, std::filesystem::path>;
  explicit GivenCounts(const std::vector<Given>& files);

  const std::vector<std::filesystem::path>& paths() const { return paths_; }

 private:
  TemporaryDirectory directory_;
  std::vector<std::filesystem::path> paths_;
};

void merge_counts(const std::vector<GivenCounts::Given>& files, const std::filesystem::path& path,
                  bool overwrite);

// The text in a field of a line of JSON Lines (S41c), as UTF-8. ValueError: the line is bad (S41d).
// The message begins with the byte.
nb::bytes text_of_line(nb::bytes line, std::string_view field);

}  // namespace bpetite::python
