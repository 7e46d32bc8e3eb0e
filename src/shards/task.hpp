// Does a task: encodes its documents, and writes its shard and its receipt (S82a). ShardWriter
// takes documents from anywhere, and run_task those of the plan. Both can also compute the receipt
// without writing anything: that is how shards are verified.
//
//   ShardWriter shard(folder, 0, 1, Writes::files);
//   shard.add("ab ab", "a.jsonl", 0);
//   shard.finish(27, digest)      the receipt
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/special.hpp>

#include "shards/files.hpp"
#include "shards/folder.hpp"
#include "shards/receipt.hpp"

namespace bpetite::shards {

enum class Writes : std::uint8_t { files, nothing };

class ShardWriter {
 public:
  // The folder must outlive it. `threads` share the texts of a batch.
  ShardWriter(const Folder& folder, std::size_t task, unsigned threads, Writes writes);

  // Adds a document, which is at this place of this input; or the document of this number, if the
  // input has no name, since a program gave it. It may be encoded later, with others;
  // the errors are those of encode, with the place of the document.
  void add(std::string text, const std::string& input, std::uint64_t at);
  // Leaves a document out. ValueError: the plan stops at bad documents.
  void refuse(const std::string& input, std::uint64_t at, std::string reason);

  // Saves the files of the shard, and then the receipt.
  Receipt finish(std::uint64_t input_bytes, std::string input_sha256);

 private:
  struct Place {
    const std::string* input = nullptr;
    std::uint64_t at = 0;
  };

  void encode_waiting();
  void add_ids(std::span<const TokenId> ids);

  const Folder& folder_;
  std::size_t task_;
  unsigned threads_;
  Writes writes_;
  SpecialChoice specials_;
  ShardFiles files_;
  Receipt receipt_;

  std::vector<std::string> texts_;  // that wait to be encoded together
  std::vector<Place> places_;       // of these texts
  std::size_t waiting_bytes_ = 0;
  FlatIds ids_;                    // of these texts
  std::vector<TokenId> document_;  // ids of one, with the tokens around them
};

// S82f: the tasks that are asked for, or those of worker `number` of `of`, counted from 1.
// ValueError: there is no such task; or a program has the documents (S81e).
std::vector<std::size_t> tasks_to_run(const Folder& folder,
                                      const std::optional<std::vector<std::size_t>>& asked,
                                      std::size_t number, std::size_t of);

// Does a task of the plan. `progress` gets the number of bytes of input files that were read since
// the last call; it may throw, and then nothing is saved.
Receipt run_task(const Folder& folder, std::size_t task, unsigned threads, Writes writes,
                 const std::function<void(std::uint64_t)>& progress);

// The receipt of a task, or nullopt if it is not finished. ValueError: it is damaged, or belongs to
// another plan or task.
std::optional<Receipt> receipt_of(const Folder& folder, std::size_t task);

}  // namespace bpetite::shards
