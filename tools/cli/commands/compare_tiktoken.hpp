// The comparison of two encodings of one text, as data for the JSON and for the table of `bpetite
// compare-tiktoken` (FR-35): each side with its tokenizer and ids (`Side`, `Comparison`), and the
// pieces between places where a token ends on both sides (`Piece`, `pieces_of`). Functions give the
// bytes per token, the side that has fewer tokens, and the table (`view_of`).
//
//   "the cat"
//   ours       the| c|a|t     tokens end at 3, 5, 6, 7
//   theirs     the| cat       tokens end at 3, 7
//   pieces     0..3  3..7
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/offsets.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/terminal/terminal.hpp"

namespace bpetite::cli {

// A tokenizer, and the ids that it gives for the text.
struct Side {
  std::string_view name;  // "bpetite", "tiktoken"
  Tokenizer tokenizer;
  IdsWithOffsets found;
};

struct Comparison {
  std::string_view text;
  Side ours;
  Side theirs;
};

// A part of the text between two places at which a token ends on both sides, with the ids of both.
// There is no such place inside it.
struct Piece {
  Span span;  // in bytes
  std::span<const TokenId> ours;
  std::span<const TokenId> theirs;

  // Whether each side has one token here, so both cut this part in the same way.
  bool is_alike() const { return ours.size() == 1 && theirs.size() == 1; }
};

// The number of bytes that a token of this side has on average: "2.50". Empty if there are no
// tokens.
std::string bytes_per_token(const Comparison& comparison, const Side& side);

// The side that has fewer tokens, or nullptr if both have equally many.
const Side* side_with_fewer(const Comparison& comparison);

// The pieces of the text, in order. They hold views of the ids. The tokens of `theirs` must not
// leave a gap.
std::vector<Piece> pieces_of(const IdsWithOffsets& ours, const IdsWithOffsets& theirs);

// For people: the ids of both sides, their tokens side by side, and the side that needs fewer. Of a
// long text only the first pieces are shown.
std::string view_of(const Comparison& comparison, const View& view);

}  // namespace bpetite::cli
