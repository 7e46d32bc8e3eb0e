// A table: all that encoding and decoding depend on, as plain data (S19a).
//
//   v1 table of the merges (97,98), (32,256):
//     byte_ids    0 1 2 ... 255            every byte is its own id
//     merges      (97,98)  (32,256)        rank 0 makes token 256, rank 1 makes token 257
//     tokens      "\0" ... "ab" " ab"      the bytes of each token, by id
//     specials    <|endoftext|> = 258
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite {

// S19: how two adjacent tokens are looked up.
enum class Lookup {
  pairs,  // by the pair of ids, never by the bytes (S9a); what v1 artifacts mean
  bytes,  // by the concatenated bytes, whose token id is the rank (S19b); what rank files mean
};

struct Table {
  Lookup lookup = Lookup::pairs;
  std::array<TokenId, 256> byte_ids{};  // the id of each single byte
  std::vector<Pair> merges;             // by rank; the token of rank r is 256 + r. Only for pairs
  std::vector<std::string> tokens;      // the bytes of each mergeable token, by id; empty: a hole
  std::vector<SpecialToken> specials;   // literals and ids, in order of id
};

// The literal of the one special token of v1 (FR-14).
inline constexpr std::string_view end_of_text = "<|endoftext|>";

// The number of merges beyond which an id would not be practical (S16): 2^24 tokens.
inline constexpr TokenId max_vocab_size = TokenId{1} << 24;

// ValueError if a vocabulary size is below 256 or above max_vocab_size (FR-9, S16).
void check_vocab_size(TokenId vocab_size);

// The v1 table of a merge list: identity byte ids, <|endoftext|> at the first free id (FR-8,
// FR-13). Each operand must be below the id of its own token.
Table v1_table(std::vector<Pair> merges);

}  // namespace bpetite
