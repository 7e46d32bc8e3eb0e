// Says what the ids of a text in motion are, by encoding whole texts: those that stay whatever
// follows (ids_kept_by), and the patch of an edit (patch_of).
//
//   1 2 3 4 becomes 1 5 4      both begin with 1 and end with 4: kept 1, gone 2, new ids 5
#include "reference/motion.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <bpetite/errors.hpp>

#include "reference/encode.hpp"

namespace bpetite::reference {

std::vector<TokenId> ids_kept_by(std::string_view open_text,
                                 std::span<const std::string> continuations, const Table& table,
                                 const SpecialChoice& choice) {
  std::optional<std::vector<TokenId>> kept;
  const auto keep = [&](std::string_view continuation) {
    try {
      // S60a "the longest list with which the ids of each of these texts begin"
      const auto ids = encode(fmt::format("{}{}", open_text, continuation), table, choice);
      if (!kept) kept = ids;
      kept->erase(std::ranges::mismatch(*kept, ids).in1, kept->end());
    } catch (const Error&) {  // S60a "no text whose encoding is an error"
    }
  };
  keep("");  // S60a "among them *t* itself"
  for (const std::string& continuation : continuations) keep(continuation);
  return kept.value_or(std::vector<TokenId>());
}

Patch patch_of(std::span<const TokenId> old_ids, std::span<const TokenId> new_ids) {
  // S61a "the length of the longest beginning that the two lists share"
  const auto kept =
      static_cast<std::size_t>(std::ranges::mismatch(old_ids, new_ids).in1 - old_ids.begin());
  std::size_t old_end = old_ids.size();
  std::size_t new_end = new_ids.size();
  // S61a "the patch leaves out the longest end that both share"
  while (old_end > kept && new_end > kept && old_ids[old_end - 1] == new_ids[new_end - 1]) {
    --old_end;
    --new_end;
  }
  const std::span<const TokenId> others = new_ids.subspan(kept, new_end - kept);
  return {kept, old_end - kept, {others.begin(), others.end()}};
}

}  // namespace bpetite::reference
