// Merges the bytes of tokens, many at a time, by the pairs of the tokens before them.
//
//   pairs (a,b) -> ab      tokens abc, abd      parts (ab,c), (ab,d)
//
// So rank_pairs.hpp and listed_pairs.hpp find of which two parts each token comes about.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/merge/order_by_size.hpp"
#include "engine/merge/pair_merger.hpp"

namespace bpetite::engine::merge {

// Tokens one after the other that are merged together, by the pairs of those before them. That
// begins as each by itself would, since pairs of lower tokens go first; where two parts are left,
// nothing can follow.
class TokenBatch {
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

// Adds the pair of a token of a table.
inline void add_token_pair(const Table& table, PairTable& pairs, TokenId token, const Pair& pair) {
  const std::string_view bytes = table.tokens[token];
  pairs.add(pair, token);
  if (bytes.size() == 2) {
    pairs.set_bytes(static_cast<unsigned char>(bytes[0]), static_cast<unsigned char>(bytes[1]),
                    token);
  }
}

}  // namespace bpetite::engine::merge
