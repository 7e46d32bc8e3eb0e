// Finds the first id of a list that encoding would not give (divergence, S63).
//
//   ids 97 98, and the merge (97,98) -> 256      index 0, byte 0, cause: merges
//
// The ids are decoded and encoded again, and a sink compares the ids that come with the given ones.
// Once one differs, encoding stops, and the cause is looked for at this place. Cost for canonical
// ids: that of decoding and of encoding. props/motion/canonical.cpp compares it with the reference.
#pragma once

#include <optional>
#include <span>

#include <bpetite/motion.hpp>

#include "engine/decode.hpp"
#include "engine/encode.hpp"

namespace bpetite::engine::motion {

// KeyError for an unknown id. The decoder must be that of the encoder's table.
std::optional<Divergence> divergence(const Encoder& encoder, const Decoder& decoder,
                                     std::span<const TokenId> ids, CanonicalAs as);

}  // namespace bpetite::engine::motion
