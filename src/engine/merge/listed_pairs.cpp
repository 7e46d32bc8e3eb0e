#include "engine/merge/listed_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/merge/pair_merger.hpp"
#include "engine/merge/ranked_merges.hpp"
#include "engine/merge/token_batch.hpp"

namespace bpetite::engine::merge {

bool is_ascending(const Table& table) { return std::ranges::is_sorted(table.results); }

WholeTokens add_listed_pairs(const Table& table, PairTable& pairs) {
  const PairMerger merger(pairs);
  WholeTokens wholes;
  std::vector<TokenId> parts;
  TokenBatch batch;
  std::optional<RankedMerges> all;  // made for the first token that needs it
  std::size_t rank = 0;
  for (TokenId first = 0; first < table.tokens.size(); first += batch.size()) {
    batch.merge(table.tokens, first, merger);
    for (TokenId token = first; token < first + batch.size(); ++token) {
      // Its merges in the list.
      const std::size_t begin = rank;
      while (rank < table.results.size() && table.results[rank] == token) ++rank;
      const std::span listed = std::span(table.merges).subspan(begin, rank - begin);
      const std::string_view bytes = table.tokens[token];
      const bool is_whole = table.profile.whole_chunks && !bytes.empty() &&
                            !std::ranges::binary_search(table.text_tokens, token);
      if (listed.empty() && !is_whole) continue;

      // The two parts that its bytes become: by the pairs of lower tokens, or if these leave more,
      // by all. Some tokens of Llama 3 have a part with a higher id.
      Pair two{kernels::no_token, kernels::no_token};
      if (bytes.size() == 1) {
        if (table.byte_ids[static_cast<unsigned char>(bytes.front())] == token) continue;
      } else if (two = batch.parts(token); two.left == kernels::no_token) {
        parts.resize(bytes.size());
        parts.resize(merger.merge(bytes, parts.data()));
        if (parts.size() == 2) two = {parts[0], parts[1]};
        if (parts.size() > 2 && !listed.empty()) {
          if (!all) all.emplace(table);
          two = all->last_parts(bytes).value_or(two);
        }
      }
      if (std::ranges::find(listed, two) != listed.end()) {
        add_token_pair(table, pairs, token, two);
      } else if (is_whole) {
        wholes.emplace(bytes, token);
      }
    }
  }
  return wholes;
}

}  // namespace bpetite::engine::merge
