// Counts in the order of their chunks' bytes, and many such lists as one.
//
//   "ab" 1, "b" 2       "ab" 4, "c" 1       together   "ab" 5, "b" 2, "c" 1
//
// A list lies in memory (SortedCounts) or in a file (CountsReader); merging holds an entry of each.
// Cost: n log n for sorting, and for each entry the logarithm of the number of lists.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/count/chunk_counts.hpp"
#include "engine/count/counts_file.hpp"

namespace bpetite::engine::count {

// What was counted, put in order where it lies; no memory is needed for it.
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

}  // namespace bpetite::engine::count
