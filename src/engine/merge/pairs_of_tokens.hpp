// Finds the one pair of parts that makes each token, for a file that has no pairs, or several for
// one token.
//
//   a rank file (S19b)        tokens a b c ab abc             pairs (a,b) -> ab, (ab,c) -> abc
//   a list of merges (S26c)   (a,b) (b,c) (a,bc) (ab,c)       pairs (a,b) -> ab, (b,c) -> bc,
//                                                                   (ab,c) -> abc
//
// add_rank_pairs() does so for rank files, and add_listed_pairs() for lists whose results ascend
// (is_ascending). Both return the tokens that only a whole chunk becomes. TokenSplits finds the
// token whose bytes are those of two tokens. The cost is n log n, if all tokens together have n
// bytes. props/engine/engine_tables.cpp, engine_encode.cpp and engine_lists.cpp compare the pairs
// with the reference.
#pragma once

#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"
#include "engine/merge/pair_table.hpp"

namespace bpetite::engine::merge {

// A rank file has tokens and no pairs.
//
// Its rule joins neighbours whose joined bytes are a token. But while a chunk is merged, the bytes
// of a token are merged by the same steps as if they were alone. So each token has one pair of
// parts at most, which is found by merging its bytes by the pairs of lower tokens. A token that
// merging does not make from its own bytes has no pair. A chunk that is such a token is taken as a
// whole.
//
// Adds the pairs of all tokens of a table, which must outlive the result.
WholeTokens add_rank_pairs(const Table& table, PairTable& pairs);

// Finds the token whose bytes are the joined bytes of two others, for the tokens of a rank file
// (S19b).
//
//   tokens   a b ab bb abb      ab is a|b, bb is b|b, abb is a|bb and ab|b
//
//   find(a, bb) and find(ab, b) are abb, find(b, a) is no_token
//
// If tokens are sorted, a token comes after the tokens that it begins with, the longest of them
// last. If they are sorted by their last bytes, this is true of the tokens that it ends with. A
// beginning and an end of a token are a split of it if together they have as many bytes as the
// token.
//
// Time: n log n, if the tokens have n bytes together; a look-up is a binary search. Memory: 12
// bytes for each split, and 12 for each token during the search. A token of k bytes has at most k -
// 1 splits.
class TokenSplits {
 public:
  explicit TokenSplits(const std::vector<std::string>& tokens);

  // The lowest token of the joined bytes, or no_token.
  TokenId find(TokenId left, TokenId right) const;

 private:
  struct Split {
    Pair pair;
    TokenId token;
  };
  std::vector<Split> splits_;    // ascending by their pairs
  std::vector<TokenId> lowest_;  // the lowest token with the same bytes, by id
};

// Whether the results never descend.
bool is_ascending(const Table& table);

// A list of merges may have several pairs for one token (S26c), as Llama 3's has.
//
//   merges   (a,b) -> ab   (b,c) -> bc   (a,bc) -> abc   (ab,c) -> abc
//   abc      by the pairs of lower tokens: ab c. So (ab,c) makes it, and (a,bc) never does.
//
// Before a token is made, no merge joins a part of it with bytes outside it. So its bytes are
// merged step by step as if they were alone, and the last step is the only pair that can ever make
// it. If this pair is not in the list, or more than two parts are left, merging never makes the
// token. So a list whose results ascend does the same as its last steps, one pair for each token.
// For these pairs, the order of ranks is the order of ids.
//
// Adds the pairs of all tokens of a table that ascends. If its chunks are taken whole (S26h), it
// returns the tokens that merging does not make from their own bytes. The table must outlive the
// result.
WholeTokens add_listed_pairs(const Table& table, PairTable& pairs);

}  // namespace bpetite::engine::merge
