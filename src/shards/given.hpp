// Writes the shard of a task whose documents a program gives, one after the other (S81e). What it
// gave is in the receipt as a digest (S82h).
//
//   GivenDocuments shard(folder, 0, 1);
//   shard.add("ab ab");
//   shard.finish()      input: 6 bytes, the SHA-256 of "ab ab" and FF
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "corpus/sha256.hpp"
#include "shards/folder.hpp"
#include "shards/receipt.hpp"
#include "shards/task.hpp"

namespace bpetite::shards {

class GivenDocuments {
 public:
  // The folder must outlive it. `threads` share the documents that are encoded together.
  // ValueError: there is no such task, or the plan has inputs.
  GivenDocuments(const Folder& folder, std::size_t task, unsigned threads);

  // Adds a document. ValueError: this document, or one before it, is bad and the plan stops at bad
  // documents (S82c). After an error, the object must not be used any more.
  void add(std::string_view text);

  // Saves the files of the shard, and then the receipt.
  Receipt finish();

 private:
  ShardWriter shard_;
  corpus::Sha256 digest_;
  std::uint64_t bytes_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace bpetite::shards
