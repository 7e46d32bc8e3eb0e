// Encodes, and then finds the places of the ids.
#include <bpetite/offsets.hpp>

#include "bpetite/access.hpp"
#include "engine/offsets.hpp"

namespace bpetite {

IdsWithOffsets encode_with_offsets(const Tokenizer& tokenizer, std::string_view text,
                                   const SpecialChoice& specials, OffsetUnit unit) {
  const backend::Model& model = TokenizerAccess::model(tokenizer);
  IdsWithOffsets found;
  model.append(text, found.ids, specials);
  found.spans = model.byte_spans(text, found.ids, specials);
  if (unit == OffsetUnit::scalars) engine::count_scalars(text, found.spans);
  return found;
}

}  // namespace bpetite
