// A merge list with some merges left out, its ids numbered anew so that it stays valid.
//
//   merges   (97,98) -> 256   (99,99) -> 257   (256,99) -> 258        without the second:
//            (97,98) -> 256                    (256,99) -> 257
//
// Without the first the third goes too, for its left operand is gone.
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
  std::vector<std::optional<TokenId>> new_ids;  // of the old tokens from 256 on; none: left out
};

// Those at these places, less those whose operands are gone.
FewerMerges with_merges_at(const std::vector<Pair>& merges, const Places& places);

// Ids under the old list as ids under the new one: a token that is gone becomes its two parts, and
// an id beyond the old tokens stays as far beyond the new ones.
json::Array renumbered(const json::Array& ids, const std::vector<Pair>& old,
                       const FewerMerges& fewer);

// The places of those merges whose tokens occur in the text: no other can matter to the reference.
Places merges_within(const std::vector<Pair>& merges, std::string_view text);

}  // namespace bpetite::conform::shrink
