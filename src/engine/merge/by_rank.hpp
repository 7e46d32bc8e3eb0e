// Merges by pairs where ranks are not in the order of ids (S26c): by any list of (left, right,
// result).
//
//   merges (97,98) -> 300   (300,99) -> 301   (98,99) -> 300      a b c: rank 0 first, 300 99, then
//   301
//
// MergeTable takes the id of a token for its rank. Here several merges may make one token, and a
// token may be an operand of an earlier merge, so a pair is looked up for its rank alone: among the
// merges with its left part, which are sorted by the right one. Cost: 8 bytes a merge and 4 an id,
// a binary search for each pair that comes to be, a heap of those that are there: n log n for a
// chunk of n bytes. props/engine/engine_lists.cpp holds it against the reference.
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

  // Writes the ids of a chunk that is not empty, at most as many as it has bytes; returns how many.
  // There may be none, where bytes are dropped.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

  // The two parts that a chunk of two bytes and more becomes before the last merge, or nothing if
  // it becomes more.
  std::optional<Pair> last_parts(std::string_view chunk) const;

  // The tokens that do not come about from their bytes. The table must outlive the result.
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
  // By pair, ascending; of a pair that occurs twice the lower rank first. Those with the left part
  // x begin at starts_[x].
  std::vector<Ranked> by_pair_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace bpetite::engine::merge
