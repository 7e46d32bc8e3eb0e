// Finds the first id of a list that encoding would not give (divergence, spec/22-motion.md), and
// says whether ids can go on with some bytes (goes_on_with).
//
//   merges (97,98) -> 256      97 98      diverges at index 0: encoding gives 256
//   merges (10,10) -> 256      10 10      can go on with "m"
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <bpetite/motion.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The first divergence, or nullopt if the ids are canonical (S63). KeyError for an unknown id.
std::optional<Divergence> divergence(std::span<const TokenId> ids, const Table& table,
                                     CanonicalAs as);

// Whether these bytes are a continuation of the ids (S63f). KeyError for an unknown id.
bool goes_on_with(std::string_view continuation, std::span<const TokenId> ids, const Table& table,
                  CanonicalAs as);

}  // namespace bpetite::reference
