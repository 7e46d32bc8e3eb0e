// Keeps sorted lists of counts that no longer fit into memory, each in a file without a name.
//
//   64 lists of level 0    become one of level 1; 64 of those one of level 2; ...
//
// So few files are open and few buffers held at a time, however many lists there are, and each
// entry is written once a level. A list is a counts file (spec/12-counts.md), its checksum
// included.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "core/file.hpp"
#include "engine/count/sorted_counts.hpp"

namespace bpetite::engine::count {

class CountRuns {
 public:
  explicit CountRuns(std::filesystem::path directory);

  // Adds lists, merged into one. Any number of threads may add. OSError if the directory has no
  // space; what the lists throw.
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
