// Encodes a text and gives for each id the place in the text that it came from (IdsWithOffsets), in
// bytes or in scalars (OffsetUnit): as a new result, or into one that is reused. Also gives the
// places of ids that encode gave before (offsets_of).
//
//   const auto [ids, spans] = bpetite::encode_with_offsets(tokenizer, "ab abc");
//   // ids {256, 257, 99}    spans {0, 2} {2, 5} {5, 6}
//
// Any number of threads may use the functions with the same tokenizer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// The unit of places in a text.
enum class OffsetUnit : std::uint8_t {
  bytes,    // exact (S28b)
  scalars,  // all scalars that have a byte of the token (S28c)
};

struct IdsWithOffsets {
  std::vector<TokenId> ids;
  std::vector<Span> spans;  // of each id
};

// The ids of the text, as encode gives them, and the span of each in the text as it was given
// (S28b). Spans never go back, and leave no gap. They may overlap where the text was normalized
// (S30), or where tokens share a scalar. Errors are those of encode.
IdsWithOffsets encode_with_offsets(const Tokenizer& tokenizer, std::string_view text,
                                   const SpecialChoice& specials = {},
                                   OffsetUnit unit = OffsetUnit::bytes);

// The same, but it replaces the content of `found` and reuses its memory: for many texts, or large
// ones.
void encode_with_offsets(const Tokenizer& tokenizer, std::string_view text, IdsWithOffsets& found,
                         const SpecialChoice& specials = {}, OffsetUnit unit = OffsetUnit::bytes);

// The spans of ids that encode gave for this text with the same choice: of all of them, or of the
// first ones (<bpetite/encoding.hpp>, encode_up_to). Errors are those of encode; KeyError for an id
// that no token has, ValueError for ids that have more bytes than the text. If the ids are those of
// another text, the spans mean nothing.
std::vector<Span> offsets_of(const Tokenizer& tokenizer, std::string_view text,
                             std::span<const TokenId> ids, const SpecialChoice& specials = {},
                             OffsetUnit unit = OffsetUnit::bytes);

}  // namespace bpetite
