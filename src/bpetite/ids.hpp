// The words everything is said in: token ids, pairs, counts.
//
//   merge (97, 98)        "a" then "b" becomes one token
//   its rank is 0         it was learned first
//   its token id is 256   the first id after the 256 bytes (FR-8)
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace bpetite {

// The number of a token. 32 bits, unsigned (S16).
using TokenId = std::uint32_t;

// How often something occurs. 64 bits, so that no corpus overflows it (S5).
using Count = std::uint64_t;

// Two adjacent tokens. Compared as two numbers, the left one first (FR-10b).
struct Pair {
  TokenId left = 0;
  TokenId right = 0;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

// A literal that encode recognises in a text, and the id it stands for (FR-13).
struct SpecialToken {
  std::string literal;
  TokenId id = 0;
  friend bool operator==(const SpecialToken&, const SpecialToken&) = default;
};

}  // namespace bpetite
