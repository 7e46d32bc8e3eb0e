// Finds the pair of each token in a list that may have several for one (S26c), as Llama 3's has.
//
//   merges   (a,b) -> ab   (b,c) -> bc   (a,bc) -> abc   (ab,c) -> abc
//   abc      by the pairs of lower tokens: ab c. So (ab,c) makes it, and (a,bc) never does.
//
// No merge crosses the ends of a token before it comes about: so its bytes become what they would
// become alone, step by step, and the last step is the only pair that can ever make it. If that is
// not in the list, or there is more than one step left that the list has not, no text has the token
// by merging. A list whose results ascend is then as good as its last steps, one pair for each
// token, and of these the order of ranks is the order of ids.
//
// Cost: n log n for all tokens together of n bytes. props/engine/engine_listed.cpp holds it against
// the reference.
#pragma once

#include "core/table.hpp"
#include "engine/merge/pair_table.hpp"
#include "engine/merge/rank_pairs.hpp"

namespace bpetite::engine::merge {

// Whether the results never descend.
bool is_ascending(const Table& table);

// Adds the pairs of all tokens of a table that ascends. If its chunks are taken whole (S26h), gives
// the tokens that do not come about from their bytes. The table must outlive the result.
WholeTokens add_listed_pairs(const Table& table, PairTable& pairs);

}  // namespace bpetite::engine::merge
