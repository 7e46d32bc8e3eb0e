#include "engine/merge/rank_pairs.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/merge/linked_parts.hpp"
#include "engine/merge/pair_merger.hpp"
#include "engine/merge/token_batch.hpp"
#include "engine/merge/token_splits.hpp"

namespace bpetite::engine::merge {
namespace {

// The two parts of a token, from more that its bytes become by the pairs of lower tokens. Then only
// pairs of higher tokens can follow: neighbours are looked up by their bytes. More parts stay where
// no two neighbours are a token.
void merge_to_two(std::vector<TokenId>& parts, const TokenSplits& splits) {
  LinkedParts<std::size_t> linked(
      parts.size(), [&](std::size_t i) { return parts[i]; },
      [&](std::size_t i) { return splits.find(parts[i], parts[i + 1]); });
  linked.merge([&](TokenId left, TokenId right) { return splits.find(left, right); },
               [](std::uint32_t rank) { return rank; }, 2);
  linked.write(parts.data());
  parts.resize(linked.size());
}

}  // namespace

WholeTokens add_rank_pairs(const Table& table, PairTable& pairs) {
  const PairMerger merger(pairs);
  WholeTokens wholes;
  std::optional<TokenSplits> splits;  // made for the first token that needs them
  std::vector<TokenId> parts;
  TokenBatch batch;
  for (TokenId first = 0; first < table.tokens.size(); first += batch.size()) {
    batch.merge(table.tokens, first, merger);
    for (TokenId token = first; token < first + batch.size(); ++token) {
      const std::string_view bytes = table.tokens[token];
      if (bytes.size() == 1) {
        const TokenId id = table.byte_ids[static_cast<unsigned char>(bytes.front())];
        if (id != token) wholes.emplace(bytes, token);  // the first of several is the lowest
      } else if (const Pair two = batch.parts(token); two.left != kernels::no_token) {
        // There already where a token of the batch has the same bytes.
        if (pairs.find(two.left, two.right) == kernels::no_token)
          add_token_pair(table, pairs, token, two);
      } else if (bytes.size() > 1) {
        parts.resize(bytes.size());
        parts.resize(merger.merge(bytes, parts.data()));
        if (parts.size() > 2) {
          if (!splits) splits.emplace(table.tokens);
          merge_to_two(parts, *splits);
        }
        if (parts.size() == 2) add_token_pair(table, pairs, token, {parts[0], parts[1]});
        if (parts.size() > 2) wholes.emplace(bytes, token);
      }
    }
  }
  return wholes;
}

}  // namespace bpetite::engine::merge
