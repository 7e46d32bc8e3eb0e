// Encodes, and finds the places of the ids.
#include <bpetite/offsets.hpp>

#include "bpetite/access.hpp"

namespace bpetite {

IdsWithOffsets encode_with_offsets(const Tokenizer& tokenizer, std::string_view text,
                                   const SpecialChoice& specials, OffsetUnit unit) {
  IdsWithOffsets found;
  encode_with_offsets(tokenizer, text, found, specials, unit);
  return found;
}

void encode_with_offsets(const Tokenizer& tokenizer, std::string_view text, IdsWithOffsets& found,
                         const SpecialChoice& specials, OffsetUnit unit) {
  const backend::Model& model = TokenizerAccess::model(tokenizer);
  found.ids.clear();
  model.append(text, found.ids, specials);
  model.find_spans(text, found.ids, specials, unit, found.spans);
}

std::vector<Span> offsets_of(const Tokenizer& tokenizer, std::string_view text,
                             std::span<const TokenId> ids, const SpecialChoice& specials,
                             OffsetUnit unit) {
  return TokenizerAccess::model(tokenizer).spans(text, ids, specials, unit);
}

}  // namespace bpetite
