// Merges one chunk by pairs alone: the lowest token first, of several the leftmost (FR-16c, S19b).
//
//   ids   32 97 98 99      lowest (97,98) -> 256      32 256 99      (32,256) -> 257      257 99
//
// Passes in rank order, as the reference makes them, come to the same: a merge never makes a pair
// of lower rank than its own, and of equal ranks a pass takes the leftmost. Up to 512 bytes each
// step looks at all pairs, sixteen at a time. Longer: a heap of pairs, n log n steps
// (linked_parts.hpp). props/engine/engine_encode.cpp holds both against the reference.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/kernels/kernels.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/pair_table.hpp"

namespace bpetite::engine::merge {

class PairMerger {
 public:
  explicit PairMerger(const PairTable& table, machine::Level level = machine::level())
      : pairs_(table.view()), kernels_(kernels::of_level(level)) {}

  // Writes the ids of a chunk, at most as many as it has bytes; returns how many. The chunk must
  // not be empty.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

  // The same for several short chunks at once.
  void merge_group(kernels::ChunkGroup& group) const { kernels_.merge_group(pairs_, group); }

 private:
  template <typename Index>
  std::size_t merge_long(std::string_view chunk, TokenId* out) const;

  const kernels::PairView& pairs_;
  const kernels::Kernels& kernels_;
};

}  // namespace bpetite::engine::merge
