// Merges one chunk, in the way that suits its length and the table (FR-16c, S19b, S26c).
//
//   "ab"     by pairs (pair_merger.hpp), or taken as a whole
//   64 KB    by a trie (token_trie.hpp); from 513 bytes on where the trie was made before
//
// props/engine/engine_encode.cpp holds all of it against the reference.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/kernels/kernels.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/merge_table.hpp"
#include "engine/merge/pair_merger.hpp"

namespace bpetite::engine::merge {

class Merger {
 public:
  explicit Merger(const MergeTable& table, machine::Level level = machine::level())
      : table_(table), by_pairs_(table.pairs(), level) {}

  // Writes the ids of a chunk, at most as many as it has bytes; returns how many. The chunk must
  // not be empty.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

  // The same for several short chunks at once.
  void merge_group(kernels::ChunkGroup& group) const;

 private:
  const MergeTable& table_;
  PairMerger by_pairs_;
};

}  // namespace bpetite::engine::merge
