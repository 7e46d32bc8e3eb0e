// CountsFiles opens counts files, which have the counts of chunks, as streams, and gives their sums
// (source). save_counts() writes such a file completely or not at all, and returns its totals
// (CountsTotals).
//
//   const CountsFiles files({"a.counts", "b.counts"}, ".");
//   const auto totals = save_counts("all.counts", false, files.header(), files.source());
//
// All files must be cut in the same way, which header() and profile() name; require() throws an
// error if they were not cut by a given profile. Each file is opened once and stays open. So its
// first and its last block are of one file, even if another file gets its name meanwhile. A pipe
// can be read only once, so it becomes a temporary file. If there are more files than may be open,
// groups of them become one temporary file each (CountRuns).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/count/sorted_counts.hpp"

namespace bpetite::engine::count {

class CountsFiles {
 public:
  // Opens all files. `directory` is where temporary files go. Errors are those of CountsReader and
  // of reading files. ValueError if two files were cut differently (S40i).
  CountsFiles(std::span<const std::string> paths, std::filesystem::path directory);
  CountsFiles(const CountsFiles&) = delete;
  CountsFiles& operator=(const CountsFiles&) = delete;

  // The header and the profile of all files (CountsReader); those of v1 if there is no file.
  const std::string& header() const { return header_; }
  const Profile& profile() const { return profile_; }
  // ValueError if the files were not cut by this profile (S40i).
  void require(const Profile& profile) const;

  // The sums of all files in ascending order, any number of times. This object must outlive it. All
  // that is read is checked; errors are those above.
  ChunkSource source() const;

 private:
  struct CountsFile {
    std::string name;
    file::Input input;
  };
  std::vector<CountStream> open_streams() const;
  CountsReader checked(CountsReader reader, const std::string& name);

  std::string first_name_;
  std::string header_;  // of the first file
  Profile profile_;
  std::vector<CountsFile> files_;
  CountRuns runs_;
};

// The totals of a file that was written.
struct CountsTotals {
  std::uint64_t distinct_chunks = 0;
  std::uint64_t chunks = 0;
  std::uint64_t bytes = 0;
};

// Writes the header and the counts of `source`, which must be ascending, completely or not at all.
// `tick` is called from time to time with the number of distinct chunks so far. If it throws, no
// file is left.
CountsTotals save_counts(const std::filesystem::path& path, bool overwrite,
                         const std::string& header, const ChunkSource& source,
                         const std::function<void(std::uint64_t)>& tick = {});

}  // namespace bpetite::engine::count
