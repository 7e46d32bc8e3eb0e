// MergeTable holds the merges of a table, in the forms by which chunks are merged. Merger merges
// chunks by it, alone (merge) or in groups (merge_group).
//
//   merges (97,98) (32,256)      pairs().find(97, 98) is 256, pairs().find(98, 97) is no_token
//
// The id of a token is its rank: of two pairs that could be merged, the one that makes the lower id
// goes first. This is true of trained merge lists (rank r makes 256 + r), of rank files (S19b) and
// of lists that ascend (pairs_of_tokens.hpp). Other lists are merged by their ranks (by_rank.hpp).
// For these, only ranked() and find_whole() are used. find_whole() gives the token that a whole
// chunk becomes at once, and tries() the tries for long chunks (huge_chunk.hpp).
//
// Three functions examine the merges of tables: first_other_merge() finds the lowest token that two
// tables make differently, first_whole() the lowest token that only a whole chunk becomes, and
// pairs_by_token() the pair that makes each token.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/hash.hpp"
#include "core/table.hpp"
#include "engine/kernels/kernels.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/by_pairs.hpp"
#include "engine/merge/huge_chunk.hpp"
#include "engine/merge/pair_table.hpp"

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

  // Merges chunks if ranks are not in the order of ids; null if they are.
  const RankedMerges* ranked() const { return ranked_.get(); }

  // The token that a whole chunk becomes at once, or no_token. In tables of rank files, these are
  // the tokens that merging does not make from their own bytes.
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

// Merges one chunk, in the way that suits its length and the table (FR-16c, S19b, S26c).
//
//   "ab"     by pairs (by_pairs.hpp), or taken as a whole
//   64 KB    by a trie (huge_chunk.hpp); from 513 bytes on where the trie was made before
//
// props/engine/engine_encode.cpp compares all of it with the reference.
class Merger {
 public:
  explicit Merger(const MergeTable& table, machine::Level level = machine::level())
      : table_(table), by_pairs_(table.pairs(), level) {}

  // Writes the ids of a chunk, at most as many as it has bytes. Returns their number. The chunk
  // must not be empty.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

  // The same for several short chunks at once.
  void merge_group(kernels::ChunkGroup& group) const;

 private:
  const MergeTable& table_;
  PairMerger by_pairs_;
};

// Decides whether two tables with the same tokens merge every chunk in the same way.
//
//   by bytes: a b c ab = 256 abc = 257       by pairs: (a,b) -> 256, (256,c) -> 257       the same
//
// Before a token is made, no merge joins a part of it with bytes outside it. So only one pair of
// tokens ever makes it: the pair that is left when its own bytes are merged. MergeTable finds this
// pair for each rule, and merges by these pairs alone. If all pairs are the same in both tables,
// and so is every chunk that is taken whole, then the ids of every chunk are the same.
// props/engine/engine_same.cpp compares the answer with the reference.
//
// Returns the lowest token that the two tables make differently, or nullopt. The tables must have
// the same tokens, and ranks in the order of ids.
std::optional<TokenId> first_other_merge(const Table& a, const Table& b);

// The lowest token that a whole chunk becomes although no merges make it (S26h), or nullopt.
std::optional<TokenId> first_whole(const Table& table);

// The pair that makes each token, by id; kernels::no_token twice if no pair makes it. Ranks must be
// in the order of ids.
std::vector<Pair> pairs_by_token(const Table& table);

}  // namespace bpetite::engine::merge
