// What the ids of a text in motion are, by encoding whole texts (spec/22-motion.md): the ids that
// stay, whatever of some texts follows (ids_kept_by), and what an edit does to a list of ids
// (patch_of).
//
//   "ab", and "c" may follow, which makes another token      no id stays
//   256 32 97 becomes 256 257                                kept 1, gone 2, new ids 257
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>
#include <bpetite/special.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The ids that the open text has with each of these texts behind it, the empty one among them: the
// final ids are no more (S60a). A continuation whose encoding is an error is left out.
std::vector<TokenId> ids_kept_by(std::string_view open_text,
                                 std::span<const std::string> continuations, const Table& table,
                                 const SpecialChoice& choice = {});

// S61a: how the old ids become the new ones.
Patch patch_of(std::span<const TokenId> old_ids, std::span<const TokenId> new_ids);

}  // namespace bpetite::reference
