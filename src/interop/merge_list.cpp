#include "interop/merge_list.hpp"

#include <algorithm>
#include <cstdint>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/utf8.hpp"

namespace bpetite::interop {

MergeList::MergeList(const IdsByName& ids, Table& table, std::size_t expected)
    : ids_(ids), table_(table), names_(table.tokens.size()) {
  for (const auto& [name, id] : ids) names_[id] = name;
  table.merges.reserve(expected);
  table.results.reserve(expected);
}

std::optional<TokenId> MergeList::find(std::string_view name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

// Many merges make the token of the merge before them, or the next one: these are compared first.
std::optional<TokenId> MergeList::find_result(std::string_view name) const {
  const TokenId near = table_.results.empty() ? 0 : table_.results.back();
  for (TokenId id = near; id < names_.size() && id < near + 2; ++id) {
    if (names_[id] == name) return id;
  }
  return find(name);
}

std::optional<std::string> MergeList::add(std::string_view left, std::string_view right) {
  joined_.assign(left).append(right);
  const auto first = find(left);
  const auto second = find(right);
  const auto result = find_result(joined_);
  if (!first || !second || !result) {
    const std::string_view name = !first ? left : !second ? right : joined_;
    return utf8::quoted(name) + " is not in the vocabulary";
  }
  table_.merges.push_back({*first, *second});
  table_.results.push_back(*result);
  return std::nullopt;
}

// Both would make the same token, so where the results ascend, they stand near each other.
std::optional<std::size_t> MergeList::repeated() const {
  boost::unordered_flat_set<std::uint64_t> seen;
  const bool is_ascending = std::ranges::is_sorted(table_.results);
  if (!is_ascending) seen.reserve(table_.merges.size());
  for (std::size_t rank = 0; rank < table_.merges.size(); ++rank) {
    if (is_ascending && rank > 0 && table_.results[rank - 1] != table_.results[rank]) seen.clear();
    const auto [left, right] = table_.merges[rank];
    if (!seen.insert(std::uint64_t{left} << 32 | right).second) return rank;
  }
  return std::nullopt;
}

}  // namespace bpetite::interop
