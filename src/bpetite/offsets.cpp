// Finds the place in a text that each id came from, in bytes or in scalars. Encodes the text itself
// (encode_with_offsets), or takes ids that encode gave before (offsets_of). Refuses given ids that
// have more bytes than the text after the changes of its profile. The places follow from the sizes
// of the tokens and from these changes, such as those of a normalizer.
#include <bpetite/offsets.hpp>

#include <string>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/offsets.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite {
namespace {

// Replaces `spans` by the places in the text that the bytes of the ids came from (S28b, S28c).
void find_spans(const backend::Model& model, std::string_view text, std::span<const TokenId> ids,
                std::span<const engine::normalize::Nfc::Change> changes, OffsetUnit unit,
                std::vector<Span>& spans) {
  if (unit == OffsetUnit::bytes) {
    model.span_finder().byte_spans(text, ids, changes, spans);
  } else {
    model.span_finder().scalar_spans(text, ids, changes, spans);
  }
}

}  // namespace

IdsWithOffsets encode_with_offsets(const Tokenizer& tokenizer, std::string_view text,
                                   const SpecialChoice& specials, OffsetUnit unit) {
  IdsWithOffsets found;
  encode_with_offsets(tokenizer, text, found, specials, unit);
  return found;
}

void encode_with_offsets(const Tokenizer& tokenizer, std::string_view text, IdsWithOffsets& found,
                         const SpecialChoice& specials, OffsetUnit unit) {
  const backend::Model& model = TokenizerAccess::model(tokenizer);
  encode_into(tokenizer, text, found.ids, specials);
  find_spans(model, text, found.ids, model.encoder().changes(text, specials), unit, found.spans);
}

std::vector<Span> offsets_of(const Tokenizer& tokenizer, std::string_view text,
                             std::span<const TokenId> ids, const SpecialChoice& specials,
                             OffsetUnit unit) {
  if (const auto offset = engine::scan::first_ill_formed(text)) {
    utf8::throw_ill_formed(text, *offset);
  }
  const backend::Model& model = TokenizerAccess::model(tokenizer);
  const auto changes = model.encoder().changes(text, specials);
  std::size_t most = text.size();
  for (const auto& [begin, end, form] : changes) most = most - (end - begin) + form.size();
  const std::size_t size = model.decoder().joined_size(ids);
  if (size > most) {
    throw ValueError("offsets: the ids have " + std::to_string(size) + " bytes, and the text has " +
                         std::to_string(most) + " in its form: they are those of another text",
                     "S28b");
  }
  std::vector<Span> spans;
  find_spans(model, text, ids, changes, unit, spans);
  return spans;
}

}  // namespace bpetite
