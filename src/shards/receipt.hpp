// The receipt of a finished task (S82e): what it read, what it wrote, and which documents it left
// out. It has nothing that differs from run to run, such as a time or the name of a machine.
// Declares `Receipt`, and functions that write it as JSON (write_receipt) and read it again
// (read_receipt).
//
//   {"task":0,"plan":"9f86...","documents":2,"empty":0,"ids":3,"skipped":0,
//   "input":{"bytes":27,"sha256":"..."},
//   "files":[{"name":"00000.bin","bytes":6,"sha256":"..."},...],"bad":[]}
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shards/final_file.hpp"

namespace bpetite::shards {

// A document that was left out, and why.
struct BadDocument {
  std::string input;     // without a name if a program gave the document (S82h)
  std::uint64_t at = 0;  // where its line or text begins, in bytes, decompressed; or its number
  std::string reason;

  bool operator==(const BadDocument&) const = default;
};

struct Receipt {
  std::size_t task = 0;
  std::string plan_sha256;
  std::uint64_t documents = 0;  // that were written, with those that are empty
  std::uint64_t empty = 0;      // documents without ids of their own
  std::uint64_t ids = 0;
  std::uint64_t skipped = 0;
  std::uint64_t input_bytes = 0;  // of the documents, with what stands between them
  std::string input_sha256;
  std::vector<SavedFile> files;
  std::vector<BadDocument> bad;  // the first of those that were skipped

  bool operator==(const Receipt&) const = default;
};

std::string write_receipt(const Receipt& receipt);
// ValueError: the bytes are not a receipt. Messages begin with `place`.
Receipt read_receipt(std::string_view bytes, const std::string& place);

}  // namespace bpetite::shards
