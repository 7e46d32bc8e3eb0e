// BoundedCounts counts chunks on several threads, in bounded memory if the caller gives a bound.
//
//   threads 2, memory 256 MiB     two tables of up to 128 MiB
//   a table is full               it is sorted and becomes a file (CountRuns)
//   the end                       tables and files are merged, chunk by chunk
//
// Each thread uses a table of its own. It does not matter which table counts a chunk, since all
// counts of a chunk are added up in the end. run() calls any work with such a table, and
// add_texts() counts texts on all threads. for_each() and for_each_ascending() visit the sums.
// header() and cutter() say how chunks are cut, and uses_files() whether the memory was not enough.
// The bound includes neither the texts that are being counted nor the buffers, which are 64 KiB a
// file for about a hundred files at most.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/count/chunk_counts.hpp"
#include "engine/count/sorted_counts.hpp"

namespace bpetite::engine::count {

class BoundedCounts {
 public:
  static constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

  // `directory` is where files go when the memory is used up.
  explicit BoundedCounts(const Profile& profile, unsigned threads = 1,
                         std::size_t memory = unbounded, std::filesystem::path directory = ".");
  BoundedCounts(const BoundedCounts&) = delete;
  BoundedCounts& operator=(const BoundedCounts&) = delete;

  // The header of the counts file (counts_file.hpp).
  const std::string& header() const { return header_; }
  unsigned threads() const { return threads_; }
  // How chunks are cut.
  const CorpusCutter& cutter() const { return cutter_; }

  // Calls work(i, counts) for each i below `count`, on all threads. If several calls throw, the
  // error of the lowest i is thrown (for_each_index).
  void run(std::size_t count, const std::function<void(std::size_t i, ChunkCounts&)>& work);

  // Counts whole texts. Several threads share them, and the parts of a long one, which is cut at
  // safe places.
  void add_texts(std::span<const std::string_view> texts);
  void add_text(std::string_view text) { add_texts({&text, 1}); }

  // Calls `visit` once for each distinct chunk, in any order; or ascending by bytes.
  void for_each(const VisitCount& visit);
  void for_each_ascending(const VisitCount& visit);

  // Whether the memory was not enough, so that there are files.
  bool uses_files() const { return !runs_.empty(); }

 private:
  ChunkCounts borrow();
  void give_back(ChunkCounts counts);
  void add_up_tables();
  void sort_tables();

  CorpusCutter cutter_;
  unsigned threads_;
  std::size_t memory_;
  std::string header_;
  CountRuns runs_;
  std::mutex mutex_;
  std::vector<ChunkCounts> tables_;  // those that no thread is using
  std::vector<SortedCounts> sorted_;
};

}  // namespace bpetite::engine::count
