// Finds where ids differ from those that encoding gives (divergence, first_divergence), names the
// cause, and says whether the ids can go on (continuation).
//
//   ids 97 98, and the merge (97,98) -> 256      index 0, byte 0, "merges"
#include <bpetite/canonical.hpp>

#include "bpetite/access.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/motion/canonical.hpp"
#include "engine/motion/continuation.hpp"

namespace bpetite {

std::optional<Divergence> divergence(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                     CanonicalAs as) {
  const backend::Model& model = TokenizerAccess::model(tokenizer);
  return engine::motion::divergence(model.encoder(), model.decoder(), ids, as);
}

std::optional<std::size_t> first_divergence(const Tokenizer& tokenizer,
                                            std::span<const TokenId> ids, CanonicalAs as) {
  const auto found = divergence(tokenizer, ids, as);
  return found ? std::optional(found->index) : std::nullopt;
}

Continuation continuation(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                          CanonicalAs as) {
  const backend::Model& model = TokenizerAccess::model(tokenizer);
  return engine::motion::continuation(model.encoder(), model.decoder(), ids, as);
}

std::string_view name(DivergenceCause cause) {
  switch (cause) {
    case DivergenceCause::not_text:
      return "not text";
    case DivergenceCause::not_normalized:
      return "not normalized";
    case DivergenceCause::special_literal:
      return "special literal";
    case DivergenceCause::crosses_chunk:
      return "crosses a chunk";
    case DivergenceCause::merges:
      break;
  }
  return "merges";
}

}  // namespace bpetite
