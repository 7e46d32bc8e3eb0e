// Merging one chunk: the lowest token first, of several the leftmost (FR-16c, S19b).
//
//   ids   32 97 98 99      lowest (97,98) -> 256      32 256 99      (32,256) -> 257      257 99
//
// Passes in rank order, as the reference makes them, come to the same: a merge never makes a pair
// of lower rank than its own, and of equal ranks a pass takes the leftmost. Up to 512 bytes:
// each step looks at all pairs, sixteen at a time. Longer: a heap of pairs, n log n steps; from
// 64 KB on, or where it was made before, a trie (engine/merge/token_trie.hpp).
// props/engine/engine_encode.cpp holds all of them against the reference.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/kernels/kernels.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/merge_table.hpp"

namespace bpetite::engine {

class Merger {
 public:
  explicit Merger(const MergeTable& table, Level level = engine::level())
      : table_(table), kernels_(kernels(level)) {}

  // Writes the ids of a chunk, at most as many as it has bytes; returns how many. The chunk must
  // not be empty.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

  // The same for several short chunks at once.
  void merge_group(ChunkGroup& group) const;

  // The same by pairs alone, where a chunk may be taken as a whole.
  std::size_t merge_parts(std::string_view chunk, TokenId* out) const;
  void merge_group_parts(ChunkGroup& group) const { kernels_.merge_group(table_, group); }

 private:
  template <typename Index>
  std::size_t merge_long(std::string_view chunk, TokenId* out) const;

  const MergeTable& table_;
  const Kernels& kernels_;
};

}  // namespace bpetite::engine
