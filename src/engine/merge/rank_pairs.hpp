// Finds the pairs of a rank file (S19b), which has tokens and no pairs.
//
//   tokens   a b c ab abc      pairs   (a,b) -> ab, (ab,c) -> abc
//
// Its rule joins neighbours whose bytes, joined, are a token; but while a chunk is merged, the
// bytes of a token come about by the same steps as if they were alone. So each token has one pair
// of parts at most, found by merging its bytes with the pairs of lower tokens. A token that does
// not come about from its own bytes has none; a chunk that is such a token is taken as a whole.
//
// Cost: n log n for all tokens together of n bytes. props/engine/engine_merge_table.cpp and
// engine_encode.cpp hold it against the reference.
#pragma once

#include <map>
#include <string_view>

#include "core/table.hpp"
#include "engine/merge/pair_table.hpp"

namespace bpetite::engine::merge {

// Tokens that do not come about from their own bytes, by these.
using WholeTokens = std::map<std::string_view, TokenId>;

// Adds the pairs of all tokens of a table, which must outlive the result.
WholeTokens add_rank_pairs(const Table& table, PairTable& pairs);

}  // namespace bpetite::engine::merge
