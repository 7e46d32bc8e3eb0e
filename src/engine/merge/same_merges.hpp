// Decides whether two tables with the same tokens merge every chunk alike.
//
//   by bytes: a b c ab = 256 abc = 257       by pairs: (a,b) -> 256, (256,c) -> 257       the same
//
// No merge crosses the ends of a token before the token comes about. So only one pair of tokens
// ever makes it: the one that is left when its own bytes are merged. MergeTable finds it, whichever
// the rule is, and merges by these pairs alone. If all of them are the same in both tables, and so
// is every chunk that is taken whole, then the ids of every chunk are. props/engine/engine_same.cpp
// holds the answer against the reference.
#pragma once

#include <optional>
#include <vector>

#include "core/table.hpp"

namespace bpetite::engine::merge {

// The lowest token that comes about otherwise in one of the tables, or nothing if there is none.
// The tables must have the same tokens, and ranks in the order of ids.
std::optional<TokenId> first_other_merge(const Table& a, const Table& b);

// The lowest token that a whole chunk becomes although no merges make it (S26h); nothing if there
// is none.
std::optional<TokenId> first_whole(const Table& table);

// The pair that makes each token, by id; kernels::no_token twice for a token that none makes. Ranks
// must be in the order of ids.
std::vector<Pair> pairs_by_token(const Table& table);

}  // namespace bpetite::engine::merge
