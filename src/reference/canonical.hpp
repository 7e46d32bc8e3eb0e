// Finds the first id of a list that encoding would not give (divergence, spec/22-motion.md).
//
//   merges (97,98) -> 256      97 98      diverges at index 0: encoding gives 256
#pragma once

#include <optional>
#include <span>

#include <bpetite/motion.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The first divergence, or nullopt if the ids are canonical (S63). KeyError for an unknown id.
std::optional<Divergence> divergence(std::span<const TokenId> ids, const Table& table,
                                     CanonicalAs as);

}  // namespace bpetite::reference
