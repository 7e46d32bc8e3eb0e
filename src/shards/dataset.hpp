// What is done with a folder of shards when its tasks are finished: `finish` adds up the receipts
// and writes dataset.json, and `verify` compares the files with the receipts, and encodes again.
//
//   finish(folder)              29 tasks, 1,203,442 documents, 811,020,114 ids
//   verify(folder, 2, ...)      "shards/00003.bin: its bytes are not those of the receipt"
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shards/folder.hpp"

namespace bpetite::shards {

// The sums of all receipts.
struct Totals {
  std::size_t tasks = 0;
  std::uint64_t documents = 0;
  std::uint64_t empty = 0;
  std::uint64_t ids = 0;
  std::uint64_t skipped = 0;
  std::uint64_t bytes = 0;  // of all files of shards
  std::string sha256;       // of dataset.json
};

// Writes dataset.json (S84a). ValueError: a task is not finished, or a file is missing or has
// another size than its receipt says.
Totals finish(const Folder& folder);

// The tasks that are encoded again: all, or `sample` of them, at equal distances (S84b).
std::vector<std::size_t> sampled(std::size_t tasks, std::optional<std::size_t> sample);

// Compares all files with the receipts, and encodes the tasks of the sample again. Returns what
// differs, a sentence for each. ValueError: the sample is not 0, and a program gave the documents
// (S81e). `progress` gets the number of bytes that were read since the last
// call.
std::vector<std::string> verify(const Folder& folder, std::optional<std::size_t> sample,
                                unsigned threads,
                                const std::function<void(std::uint64_t)>& progress);

}  // namespace bpetite::shards
