// The basic types: token ids (TokenId), counts (Count), pairs of ids (Pair), spans of a text
// (Span), the first ids of a text and how far they reach (EncodedPrefix), and special and other
// added tokens (SpecialToken).
//
//   merge (97, 98)        "a" followed by "b" becomes one token
//   its rank is 0         it was learned first
//   its token id is 256   the first id after the 256 bytes (FR-8)
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bpetite {

// The number of a token. 32 bits, unsigned (S16).
using TokenId = std::uint32_t;

// How often something occurs. 64 bits, so that no corpus overflows it (S5).
using Count = std::uint64_t;

// Two adjacent tokens. Pairs are compared by the left id first (FR-10b).
struct Pair {
  TokenId left = 0;
  TokenId right = 0;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

// A part of a text: from `begin` to before `end`, in bytes or in scalars (S28b, S28c).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

// The first ids of a text, and how far they reach into it (S28d).
//
//   "ab abc", two ids     256 257, covered 5, rest 5: "c" is cut off
//   "a€", two ids         97 226, covered 2, rest 1: "€" is cut in two
struct EncodedPrefix {
  std::vector<TokenId> ids;
  bool is_cut = false;      // the text has more ids
  std::size_t covered = 0;  // where the span of the last id ends, in bytes
  // Where the rest of the text begins, in bytes. It is the beginning of the scalar that has the
  // first byte of an id that was cut off. If it is less than `covered`, the text between the two
  // came into ids on both sides.
  std::size_t rest = 0;

  friend bool operator==(const EncodedPrefix&, const EncodedPrefix&) = default;
};

// A literal that encode recognises in a text, and its id (FR-13).
struct SpecialToken {
  std::string literal;
  TokenId id = 0;
  bool normalized = false;   // it is found in the normalized text, after all others (S30e)
  bool is_special = true;    // false: an added token that ordinary text may hold too (S27f)
  bool lstrip = false;       // it takes the white space before it too (S27g)
  bool rstrip = false;       // it takes the white space after it too (S27g)
  bool single_word = false;  // it is found only where no word goes on beside it (S27h)
  friend bool operator==(const SpecialToken&, const SpecialToken&) = default;
};

}  // namespace bpetite
