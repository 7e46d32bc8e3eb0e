// Sorts counts by the bytes of their chunks (SortedCounts), and merges many such lists
// (merge_streams): each chunk is visited once, with the sum of its counts. Lists that no longer fit
// into memory are kept in temporary files (CountRuns).
//
//   "ab" 1, "b" 2       "ab" 4, "c" 1       together   "ab" 5, "b" 2, "c" 1
//
// A list (CountStream) is in memory (SortedCounts::Cursor) or in a file (CountsReader). Merging
// keeps one entry of each list in memory. Cost: n log n for sorting, and for each entry the
// logarithm of the number of lists.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/file.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/count/counts_file.hpp"

namespace bpetite::engine::count {

// Counts that are sorted in place, which needs no further memory.
class SortedCounts {
 public:
  explicit SortedCounts(ChunkCounts::Parts parts) : parts_(std::move(parts)) {}
  void sort();

  // Goes through the list from its beginning.
  class Cursor {
   public:
    explicit Cursor(const SortedCounts& counts) : counts_(&counts) {}
    bool next();
    std::string_view chunk() const { return chunk_; }
    Count count() const { return count_; }

   private:
    const SortedCounts* counts_;
    std::size_t shorts_seen_ = 0;
    std::size_t longs_seen_ = 0;
    std::string_view chunk_;
    Count count_ = 0;
  };

 private:
  ChunkCounts::Parts parts_;
};

using CountStream = std::variant<CountsReader, SortedCounts::Cursor>;
using VisitCount = std::function<void(std::string_view chunk, Count count)>;

// Calls `visit` for each chunk of all streams, ascending, with the sum of its counts. ValueError
// for a sum of 2^64 or more (S40e).
void merge_streams(std::vector<CountStream> streams, const VisitCount& visit);

// Keeps sorted lists of counts that no longer fit into memory, each in a file without a name.
//
//   64 lists of level 0    become one of level 1; 64 of those one of level 2; ...
//
// So only few files are open, and few buffers are in memory at a time, however many lists there
// are. Each entry is written once for each level. A list is a counts file (spec/12-counts.md), with
// its checksum.
class CountRuns {
 public:
  explicit CountRuns(std::filesystem::path directory);

  // Merges lists into one, and adds it. Any number of threads may add. OSError if the directory has
  // no space. Also throws what the lists throw.
  void add(std::vector<CountStream> lists);

  bool empty() const { return levels_.empty(); }
  // All lists, each from its beginning. This object has to outlive them.
  std::vector<CountStream> streams() const;

 private:
  using Run = std::unique_ptr<file::Scratch>;

  Run write(std::vector<CountStream> streams) const;
  static CountStream stream(const file::Scratch& run);

  std::filesystem::path directory_;
  std::mutex mutex_;
  std::vector<std::vector<Run>> levels_;
};

}  // namespace bpetite::engine::count
