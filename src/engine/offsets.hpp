// From ids back to the places of their bytes in the text (S28b, S28c).
//
//   ids of "ab abc"    256 257 99    sizes 2 3 1    spans 0..2 2..5 5..6
//
// The bytes of the ids, joined, are the normalized text. So the sizes of the tokens give the places
// there; the changes that the normalizer made, in order, give those in the given text. Cost: one
// look-up a token. props/offsets.cpp holds it against the reference.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/decode.hpp"
#include "engine/normalize/nfc.hpp"

namespace bpetite::engine {

// The spans of the ids of a text in which these groups were changed.
std::vector<Span> byte_spans(std::span<const TokenId> ids, const Decoder& decoder,
                             std::span<const normalize::Nfc::Change> changes);

// Where a text is cut behind the first `size` bytes of its tokens, of which there are more (S28d).
struct Cut {
  std::size_t covered = 0;
  std::size_t rest = 0;
};
Cut cut_behind(std::string_view text, std::size_t size,
               std::span<const normalize::Nfc::Change> changes);

// The same spans in scalars of the text.
void count_scalars(std::string_view text, std::span<Span> spans);

}  // namespace bpetite::engine
