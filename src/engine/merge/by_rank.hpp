// RankedMerges merges chunks by any list of merges (left, right, result), also where their ranks
// are not in the order of ids (S26c).
//
//   merges   (97,98) -> 300   (300,99) -> 301   (98,99) -> 300
//   a b c    rank 0 first: 300 99, then 301
//
// MergeTable uses the id of a token as its rank. Here several merges may make one token, and a
// token may be an operand of an earlier merge. So the rank of each pair is looked up: among the
// merges with its left part, which are sorted by the right one. RankedMerges also finds the two
// parts that a chunk becomes before the last merge (last_parts), and the tokens that merging does
// not make from their own bytes (wholes). Cost: 8 bytes a merge and 4 an id, a binary search for
// each pair that occurs, and a heap of pairs: n log n for a chunk of n bytes.
// props/engine/engine_lists.cpp compares the ids with the reference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "engine/merge/by_pairs.hpp"
#include "engine/merge/pair_table.hpp"

namespace bpetite::engine::merge {

class RankedMerges {
 public:
  // The table must outlive it.
  explicit RankedMerges(const Table& table);

  // Writes the ids of a chunk that is not empty, at most as many as it has bytes. Returns their
  // number, which may be 0 if bytes are dropped.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

  // The two parts that a chunk of two bytes or more becomes before the last merge, or nullopt if
  // more parts are left.
  std::optional<Pair> last_parts(std::string_view chunk) const;

  // The tokens that merging does not make from their own bytes. The table must outlive the result.
  WholeTokens wholes() const;

 private:
  struct Ranked {
    TokenId right;
    std::uint32_t rank;
  };

  std::uint32_t rank_of(const Pair& pair) const;
  // Merges until `least` parts are left, or no merge.
  LinkedParts<std::size_t> merged(std::string_view chunk, std::size_t least) const;

  const Table& table_;
  std::array<bool, 256> is_dropped_{};  // S31d
  // Sorted by pair. Of a pair that occurs twice, the lower rank comes first. The merges with the
  // left part x begin at starts_[x].
  std::vector<Ranked> by_pair_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace bpetite::engine::merge
