// Removes some merges from a list, and renumbers the ids so that the list stays valid.
//
//   merges   (97,98) -> 256   (99,99) -> 257   (256,99) -> 258        without the second:
//            (97,98) -> 256                    (256,99) -> 257
//
// Without the first merge the third is removed, too, since its left operand does not exist.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/shrink/ddmin.hpp"
#include "core/json.hpp"

namespace bpetite::conform::shrink {

struct FewerMerges {
  std::vector<Pair> merges;
  std::vector<std::optional<TokenId>> new_ids;  // of the old tokens from 256 on; nothing: removed
};

// Keeps the merges at these places, without those whose operands are removed.
FewerMerges with_merges_at(const std::vector<Pair>& merges, const Places& places);

// Translates ids of the old list to ids of the new list. A removed token becomes its two parts.
// An id after the old tokens keeps its distance to the last token.
json::Array renumbered(const json::Array& ids, const std::vector<Pair>& old,
                       const FewerMerges& fewer);

// The places of the merges whose tokens occur in the text. Only these can matter to the
// reference.
Places merges_within(const std::vector<Pair>& merges, std::string_view text);

}  // namespace bpetite::conform::shrink
