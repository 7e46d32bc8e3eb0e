// Finds the token whose bytes are those of two others, joined, for the tokens of a rank file
// (S19b).
//
//   tokens   a b ab bb abb      ab is a|b, bb is b|b, abb is a|bb and ab|b
//
//   find(a, bb) and find(ab, b) are abb, find(b, a) is nothing
//
// When tokens are sorted, the tokens that one begins with stand before it, the longest last. When
// they are sorted by their last bytes, this is true of the tokens that it ends with. A beginning
// and an end that have as many bytes as the token, taken together, are a split of it.
//
// Time: n log n, if the tokens have n bytes together; a look-up is a binary search. Memory: 12
// bytes for each split, and 12 for each token during the search. A token of k bytes has at most k -
// 1 splits.
#pragma once

#include <string>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::engine::merge {

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
  std::vector<TokenId> lowest_;  // of the tokens that have the same bytes, by id
};

}  // namespace bpetite::engine::merge
