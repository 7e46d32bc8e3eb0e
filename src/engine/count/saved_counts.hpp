// Opens counts files on the disk as streams, and writes them whole or not at all.
//
//   const CountsFiles files({"a.counts", "b.counts"}, ".");
//   const auto totals = save_counts("all.counts", false, files.source());
//
// Each file is opened once and stays open, so that its first block and its last are of one file
// even if another one gets its name meanwhile. What can be read only once, a pipe, becomes a
// temporary file; and where there are more files than may be open, groups of them become one
// (CountRuns).
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
  // Opens all files. `directory` is where temporary files go. Errors are those of
  // CountsReader and of reading files; ValueError if two files were cut otherwise (S40i).
  CountsFiles(std::span<const std::string> paths, std::filesystem::path directory);
  CountsFiles(const CountsFiles&) = delete;
  CountsFiles& operator=(const CountsFiles&) = delete;

  // Those of each file (CountsReader); without a file those of v1.
  const std::string& header() const { return header_; }
  const Profile& profile() const { return profile_; }
  // ValueError if the files were cut otherwise than by this profile (S40i).
  void require(const Profile& profile) const;

  // The sums of all files, ascending, any number of times; this object has to outlive it. Whatever
  // is read is checked: errors as above.
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

// What a file that was written holds.
struct CountsTotals {
  std::uint64_t distinct_chunks = 0;
  std::uint64_t chunks = 0;
  std::uint64_t bytes = 0;
};

// Writes what `source` has, which is ascending, behind the header, as save_atomically does. `tick`
// is called now and then with the number of distinct chunks so far; if it throws, nothing is left.
CountsTotals save_counts(const std::filesystem::path& path, bool overwrite,
                         const std::string& header, const ChunkSource& source,
                         const std::function<void(std::uint64_t)>& tick = {});

}  // namespace bpetite::engine::count
