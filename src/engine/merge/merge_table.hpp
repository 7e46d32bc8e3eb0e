// Holds the merges of a table, in the forms by which chunks are merged.
//
//   merges (97,98) (32,256)      pairs().find(97, 98) is 256, pairs().find(98, 97) is no_token
//
// A token's id is its rank: of two pairs that could be merged, the one that makes the lower id goes
// first. That holds for trained merge lists (rank r makes 256 + r) and for rank files (S19b,
// rank_pairs.hpp). Other lists are merged by their ranks (ranked_merges.hpp), and nothing else is
// asked of this table.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "core/hash.hpp"
#include "core/table.hpp"
#include "engine/merge/pair_table.hpp"
#include "engine/merge/rank_pairs.hpp"
#include "engine/merge/token_tries.hpp"

namespace bpetite::engine::merge {

class RankedMerges;

class MergeTable {
 public:
  // The table must outlive it. Tests give a seed that they know.
  explicit MergeTable(const Table& table, const HashSeed& seed = new_hash_seed());
  ~MergeTable();
  MergeTable(const MergeTable&) = delete;
  MergeTable& operator=(const MergeTable&) = delete;

  const PairTable& pairs() const { return pairs_; }

  // What merges instead, where ranks are not the order of ids; null otherwise.
  const RankedMerges* ranked() const { return ranked_.get(); }

  // The token that a whole chunk is at once, or no_token: in tables of rank files, the tokens that
  // do not come about from their bytes.
  bool has_wholes() const { return !wholes_.empty(); }
  TokenId find_whole(std::string_view chunk) const {
    if (!has_wholes()) return kernels::no_token;
    const auto found = wholes_.find(chunk);
    return found == wholes_.end() ? kernels::no_token : found->second;
  }

  const TokenTries& tries() const { return tries_; }

  // How many tokens there are.
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  PairTable pairs_;
  TokenTries tries_;
  WholeTokens wholes_;
  std::unique_ptr<const RankedMerges> ranked_;
};

}  // namespace bpetite::engine::merge
