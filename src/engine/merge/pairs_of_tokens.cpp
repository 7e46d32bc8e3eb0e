// Finds the pair of each token, for rank files (add_rank_pairs) and for lists of merges whose
// results ascend (add_listed_pairs; is_ascending says whether they do). Both go through the tokens
// in the order of their ids, and merge the bytes of each by the pairs of the tokens before it
// (TokenBatch). If two parts are left, they are the pair.
//
//   tokens a b c ab abc     abc: the pairs of lower tokens leave ab c, so its pair is (ab,c)
//
// If more parts are left, they are merged on: for rank files by TokenSplits, which finds the token
// of two joined tokens, and for lists by the whole list (RankedMerges). Both functions return the
// tokens that only a whole chunk becomes.
#include "engine/merge/pairs_of_tokens.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/merge/by_pairs.hpp"
#include "engine/merge/by_rank.hpp"

namespace bpetite::engine::merge {
namespace {

// Merges the bytes of tokens, many at a time, by the pairs of the tokens before them.
//
//   pairs (a,b) -> ab      tokens abc, abd      parts (ab,c), (ab,d)
//
// The tokens of a batch follow each other, and are merged together by the pairs of the tokens
// before the batch. Each begins as it would alone, since pairs of lower tokens go first. If two
// parts are left, only the token itself can follow.
class TokenBatch {
 public:
  // The batch has one token for sixteen tokens before it. The parts of most of its tokens are among
  // these.
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

  // The two parts of a token of the batch; no_token twice if there are not two.
  const Pair& parts(TokenId token) const { return parts_[token - first_]; }

 private:
  TokenId first_ = 0;
  std::vector<Pair> parts_;
  std::vector<std::uint32_t> order_;
  kernels::ChunkGroup group_;
};

// Adds the pair of a token of a table.
void add_token_pair(const Table& table, PairTable& pairs, TokenId token, const Pair& pair) {
  const std::string_view bytes = table.tokens[token];
  pairs.add(pair, token);
  if (bytes.size() == 2) {
    pairs.set_bytes(static_cast<unsigned char>(bytes[0]), static_cast<unsigned char>(bytes[1]),
                    token);
  }
}

// For each token: the longest other token that its bytes begin with (or end with), and the lowest
// token that has the same bytes.
struct Longest {
  std::vector<TokenId> token;   // by id
  std::vector<TokenId> lowest;  // with the same bytes, by id
};

// By `is_before`, a token comes after the tokens that it begins with. begins(whole, part) says
// whether one token begins with the other.
template <typename IsBefore, typename Begins>
Longest longest_parts(const std::vector<std::string>& tokens, const IsBefore& is_before,
                      const Begins& begins) {
  std::vector<TokenId> order;
  for (TokenId id = 0; id < tokens.size(); ++id) {
    if (!tokens[id].empty()) order.push_back(id);
  }
  std::sort(order.begin(), order.end(), [&](TokenId a, TokenId b) {
    if (is_before(tokens[a], tokens[b])) return true;
    return !is_before(tokens[b], tokens[a]) && a < b;
  });
  Longest longest{std::vector<TokenId>(tokens.size(), kernels::no_token),
                  std::vector<TokenId>(tokens.size(), kernels::no_token)};
  std::vector<TokenId> open;  // each begins with the one before it
  for (const TokenId id : order) {
    while (!open.empty() && !begins(tokens[id], tokens[open.back()])) open.pop_back();
    if (!open.empty() && tokens[open.back()].size() == tokens[id].size()) {
      longest.lowest[id] = open.back();
      continue;
    }
    longest.lowest[id] = id;
    if (!open.empty()) longest.token[id] = open.back();
    open.push_back(id);
  }
  return longest;
}

}  // namespace

TokenSplits::TokenSplits(const std::vector<std::string>& tokens) {
  Longest beginnings = longest_parts(
      tokens, [](std::string_view a, std::string_view b) { return a < b; },
      [](std::string_view whole, std::string_view part) { return whole.starts_with(part); });
  const Longest ends = longest_parts(
      tokens,
      [](std::string_view a, std::string_view b) {
        return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
      },
      [](std::string_view whole, std::string_view part) { return whole.ends_with(part); });
  lowest_ = std::move(beginnings.lowest);

  std::vector<TokenId> shorter_last;
  for (TokenId id = 0; id < tokens.size(); ++id) {
    if (lowest_[id] != id) continue;
    shorter_last.clear();
    for (TokenId end = ends.token[id]; end != kernels::no_token; end = ends.token[end]) {
      shorter_last.push_back(end);
    }
    // The shorter the beginning, the longer the end.
    for (TokenId begin = beginnings.token[id]; begin != kernels::no_token;
         begin = beginnings.token[begin]) {
      const std::size_t rest = tokens[id].size() - tokens[begin].size();
      while (!shorter_last.empty() && tokens[shorter_last.back()].size() < rest) {
        shorter_last.pop_back();
      }
      if (shorter_last.empty()) break;
      if (tokens[shorter_last.back()].size() == rest) {
        splits_.push_back({{begin, shorter_last.back()}, id});
      }
    }
  }
  std::sort(splits_.begin(), splits_.end(),
            [](const Split& a, const Split& b) { return a.pair < b.pair; });
}

TokenId TokenSplits::find(TokenId left, TokenId right) const {
  const Pair pair{lowest_[left], lowest_[right]};
  const auto found =
      std::lower_bound(splits_.begin(), splits_.end(), pair,
                       [](const Split& split, const Pair& wanted) { return split.pair < wanted; });
  return found != splits_.end() && found->pair == pair ? found->token : kernels::no_token;
}

namespace {

// Merges the parts of a token until two are left. The pairs of lower tokens have left more than
// two. Then only pairs of higher tokens can follow, and neighbours are looked up by their bytes. If
// no two neighbours are a token, more parts stay.
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
        // The pair is there already if another token of the batch has the same bytes.
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
      // The merges in the list that make this token.
      const std::size_t begin = rank;
      while (rank < table.results.size() && table.results[rank] == token) ++rank;
      const std::span listed = std::span(table.merges).subspan(begin, rank - begin);
      const std::string_view bytes = table.tokens[token];
      const bool is_whole = table.profile.whole_chunks && !bytes.empty() &&
                            !std::ranges::binary_search(table.text_tokens, token);
      if (listed.empty() && !is_whole) continue;

      // The two parts that its bytes become by the pairs of lower tokens. If these leave more
      // parts, all merges are used: some tokens of Llama 3 have a part with a higher id.
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
        // Of several tokens with the same bytes, the lowest is the whole chunk. Merging may make
        // it.
        parts.resize(bytes.size());
        parts.resize(merger.merge(bytes, parts.data()));
        if (parts.size() != 1 || parts.front() > token) wholes.emplace(bytes, token);
      }
    }
  }
  return wholes;
}

}  // namespace bpetite::engine::merge
