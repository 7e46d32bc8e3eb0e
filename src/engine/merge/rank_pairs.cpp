#include "engine/merge/rank_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/merge/linked_parts.hpp"
#include "engine/merge/order_by_size.hpp"
#include "engine/merge/pair_merger.hpp"
#include "engine/merge/token_splits.hpp"

namespace bpetite::engine::merge {
namespace {

// Tokens one after the other that are merged together, by the pairs of those before them. That
// begins as each by itself would, since pairs of lower tokens go first; where two parts are left,
// nothing can follow.
class RankBatch {
 public:
  // Of the tokens, one in sixteen more than there are before: the parts of most are among these.
  void merge(const std::vector<std::string>& tokens, TokenId first, const PairMerger& merger) {
    constexpr std::size_t least = 16;
    constexpr std::size_t most = 1024;
    first_ = first;
    parts_.assign(std::min(std::clamp<std::size_t>(first / 16, least, most), tokens.size() - first),
                  {kernels::no_token, kernels::no_token});
    order_by_size(
        parts_.size(),
        [&](std::size_t i) {
          const std::size_t size = tokens[first + i].size();
          return size > 1 && size <= kernels::group_chunk ? size : 0;
        },
        order_);
    for (std::size_t from = 0; from < order_.size(); from += kernels::group_size) {
      group_.count = std::min(kernels::group_size, order_.size() - from);
      for (std::size_t i = 0; i < group_.count; ++i) {
        group_.chunks[i] = tokens[first + order_[from + i]];
      }
      merger.merge_group(group_);
      for (std::size_t i = 0; i < group_.count; ++i) {
        if (group_.sizes[i] == 2) {
          parts_[order_[from + i]] = {group_.ids[i][0], group_.ids[i][1]};
        }
      }
    }
  }

  TokenId size() const { return static_cast<TokenId>(parts_.size()); }

  // The two parts of one of them; no_token where there are not two.
  const Pair& parts(TokenId token) const { return parts_[token - first_]; }

 private:
  TokenId first_ = 0;
  std::vector<Pair> parts_;
  std::vector<std::uint32_t> order_;
  kernels::ChunkGroup group_;
};

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

void add_pair(const Table& table, PairTable& pairs, TokenId token, const Pair& pair) {
  const std::string_view bytes = table.tokens[token];
  pairs.add(pair, token);
  if (bytes.size() == 2) {
    pairs.set_bytes(static_cast<unsigned char>(bytes[0]), static_cast<unsigned char>(bytes[1]),
                    token);
  }
}

}  // namespace

WholeTokens add_rank_pairs(const Table& table, PairTable& pairs) {
  const PairMerger merger(pairs);
  WholeTokens wholes;
  std::optional<TokenSplits> splits;  // made for the first token that needs them
  std::vector<TokenId> parts;
  RankBatch batch;
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
          add_pair(table, pairs, token, two);
      } else if (bytes.size() > 1) {
        parts.resize(bytes.size());
        parts.resize(merger.merge(bytes, parts.data()));
        if (parts.size() > 2) {
          if (!splits) splits.emplace(table.tokens);
          merge_to_two(parts, *splits);
        }
        if (parts.size() == 2) add_pair(table, pairs, token, {parts[0], parts[1]});
        if (parts.size() > 2) wholes.emplace(bytes, token);
      }
    }
  }
  return wholes;
}

}  // namespace bpetite::engine::merge
