#include "engine/merge/same_merges.hpp"

#include "core/assertion.hpp"
#include "engine/merge/merge_table.hpp"

namespace bpetite::engine::merge {

std::optional<TokenId> first_other_merge(const Table& a, const Table& b) {
  assert_internal(a.tokens == b.tokens, "tables with other tokens are compared");
  const MergeTable first(a);
  const MergeTable second(b);
  assert_internal(!first.ranked() && !second.ranked(), "ranks are not in the order of ids");
  for (TokenId id = 0; id < a.tokens.size(); ++id) {
    const bool is_alike = first.pairs().parts(id) == second.pairs().parts(id) &&
                          first.find_whole(a.tokens[id]) == second.find_whole(a.tokens[id]);
    if (!is_alike) return id;
  }
  return std::nullopt;
}

std::optional<TokenId> first_whole(const Table& table) {
  const MergeTable merges(table);
  for (TokenId id = 0; merges.has_wholes() && id < table.tokens.size(); ++id) {
    if (merges.find_whole(table.tokens[id]) == id) return id;
  }
  return std::nullopt;
}

std::vector<Pair> pairs_by_token(const Table& table) {
  const MergeTable merges(table);
  assert_internal(!merges.ranked(), "ranks are not in the order of ids");
  std::vector<Pair> pairs;
  for (TokenId id = 0; id < table.tokens.size(); ++id) pairs.push_back(merges.pairs().parts(id));
  return pairs;
}

}  // namespace bpetite::engine::merge
