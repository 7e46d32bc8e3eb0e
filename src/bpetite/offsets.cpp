// Encodes, and finds the places of the ids.
#include <bpetite/offsets.hpp>

#include "bpetite/access.hpp"
#include "engine/offsets.hpp"

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
  auto spans = TokenizerAccess::model(tokenizer).byte_spans(text, ids, specials);
  if (unit == OffsetUnit::scalars) engine::count_scalars(text, spans);
  return spans;
}

}  // namespace bpetite
