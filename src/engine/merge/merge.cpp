#include "engine/merge/merge.hpp"

#include <cstdint>

#include "engine/merge/ranked_merges.hpp"
#include "engine/merge/token_trie.hpp"

namespace bpetite::engine::merge {

std::size_t Merger::merge(std::string_view chunk, TokenId* out) const {
  if (const TokenId whole = table_.find_whole(chunk); whole != kernels::no_token) {
    *out = whole;
    return 1;
  }
  if (const RankedMerges* ranked = table_.ranked()) return ranked->merge(chunk, out);
  // For less it would take longer to make the trie than to do without.
  constexpr std::size_t worth_a_trie = std::size_t{1} << 16;
  if (chunk.size() > kernels::max_middle_chunk) {
    const TokenTries& tries = table_.tries();
    const auto trie = chunk.size() >= worth_a_trie ? tries.make_for(chunk) : tries.find_for(chunk);
    if (trie != nullptr && trie->is_exact()) return trie->merge(chunk, out);
  }
  return by_pairs_.merge(chunk, out);
}

void Merger::merge_group(kernels::ChunkGroup& group) const {
  if (const RankedMerges* ranked = table_.ranked()) {
    for (std::size_t i = 0; i < group.count; ++i) {
      group.sizes[i] =
          static_cast<std::uint32_t>(ranked->merge(group.chunks[i], group.ids[i].data()));
    }
  } else {
    by_pairs_.merge_group(group);
  }
  if (!table_.has_wholes()) return;
  for (std::size_t i = 0; i < group.count; ++i) {
    if (const TokenId whole = table_.find_whole(group.chunks[i]); whole != kernels::no_token) {
      group.sizes[i] = 1;
      group.ids[i][0] = whole;
    }
  }
}

}  // namespace bpetite::engine::merge
