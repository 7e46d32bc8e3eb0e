// Counts files on the disk: opened as streams, written whole or not at all.
//
//   const auto totals = save_counts("all.counts", false, merged({"a.counts", "b.counts"}));
//
// A file is opened for each block that is read of it, so that any number of them can be merged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "engine/count/sorted_counts.hpp"
#include "engine/train.hpp"

namespace bpetite::engine {

// The sums of all files, ascending. Whatever is read is checked; errors are those of CountsReader
// and of reading files.
ChunkSource merged(std::span<const std::string> paths);

// What a file that was written holds.
struct CountsTotals {
  std::uint64_t distinct_chunks = 0;
  std::uint64_t chunks = 0;
  std::uint64_t bytes = 0;
};

// Writes what `source` has, which is ascending, as save_atomically does. `tick` is called now and
// then with the number of distinct chunks so far; if it throws, nothing is left.
CountsTotals save_counts(const std::filesystem::path& path, bool overwrite,
                         const ChunkSource& source,
                         const std::function<void(std::uint64_t)>& tick = {});

}  // namespace bpetite::engine
