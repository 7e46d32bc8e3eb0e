#include "engine/merge/token_splits.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "engine/merge/merge_table.hpp"

namespace bpetite::engine::merge {
namespace {

// For each token: the longest other token that its bytes begin with (or end with), and the lowest
// token that has the same bytes.
struct Longest {
  std::vector<TokenId> token;   // by id
  std::vector<TokenId> lowest;  // with the same bytes, by id
};

// `is_before` is an order in which the tokens that one begins with come before it, and
// begins(whole, part) says whether one does.
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

}  // namespace bpetite::engine::merge
