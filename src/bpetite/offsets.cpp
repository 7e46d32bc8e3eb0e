// Encodes, and finds the places of the ids.
#include <bpetite/offsets.hpp>

#include "bpetite/access.hpp"

namespace bpetite {

IdsWithOffsets encode_with_offsets(const Tokenizer& tokenizer, std::string_view text,
                                   const SpecialChoice& specials, OffsetUnit unit) {
  IdsWithOffsets found;
  TokenizerAccess::model(tokenizer).append(text, found.ids, specials);
  found.spans = offsets_of(tokenizer, text, found.ids, specials, unit);
  return found;
}

std::vector<Span> offsets_of(const Tokenizer& tokenizer, std::string_view text,
                             std::span<const TokenId> ids, const SpecialChoice& specials,
                             OffsetUnit unit) {
  return TokenizerAccess::model(tokenizer).spans(text, ids, specials, unit);
}

}  // namespace bpetite
