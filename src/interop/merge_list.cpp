#include "interop/merge_list.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/utf8.hpp"

namespace bpetite::interop {
namespace {

constexpr std::size_t most_waiting = 128;  // names

}  // namespace

// A loop is faster than two calls of the library for so few bytes.
std::optional<std::pair<std::string_view, std::string_view>> names_in(std::string_view merge) {
  std::size_t spaces = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < merge.size(); ++i) {
    if (merge[i] != ' ') continue;
    ++spaces;
    at = i;
  }
  if (spaces != 1) return std::nullopt;
  return std::pair(merge.substr(0, at), merge.substr(at + 1));
}

MergeList::MergeList(const TokenNames& names, Table& table, std::size_t expected, Refuse refuse)
    : names_(names), table_(table), refuse_(std::move(refuse)), found_(most_waiting) {
  waiting_.reserve(most_waiting);
  table.merges.reserve(expected);
  table.results.reserve(expected);
}

void MergeList::add(std::string_view left, std::string_view right) {
  waiting_.push_back(left);
  waiting_.push_back(right);
  if (waiting_.size() == most_waiting) resolve();
}

// Many merges make the token of the merge before them, or the next one: these are compared first.
TokenId MergeList::find_result(std::string_view left, std::string_view right) {
  const TokenId near = table_.results.empty() ? 0 : table_.results.back();
  for (TokenId id = near; id < near + 2; ++id) {
    const std::string_view name = names_.name(id);
    if (name.size() == left.size() + right.size() && name.starts_with(left) &&
        name.ends_with(right)) {
      return id;
    }
  }
  joined_.assign(left).append(right);
  return names_.find(joined_).value_or(TokenNames::none);
}

void MergeList::resolve() {
  names_.find_all(waiting_, found_);
  for (std::size_t i = 0; i < waiting_.size(); i += 2) {
    const TokenId first = found_[i];
    const TokenId second = found_[i + 1];
    const TokenId result = find_result(waiting_[i], waiting_[i + 1]);
    if (first == TokenNames::none || second == TokenNames::none || result == TokenNames::none) {
      joined_.assign(waiting_[i]).append(waiting_[i + 1]);
      const std::string_view name = first == TokenNames::none    ? waiting_[i]
                                    : second == TokenNames::none ? waiting_[i + 1]
                                                                 : joined_;
      refuse_(table_.merges.size(), utf8::quoted(name) + " is not in the vocabulary");
    }
    table_.merges.push_back({first, second});
    table_.results.push_back(result);
  }
  waiting_.clear();
}

// Both would make the same token, so where the results ascend, they stand near each other.
void MergeList::finish() {
  resolve();
  boost::unordered_flat_set<std::uint64_t> seen;
  const bool is_ascending = std::ranges::is_sorted(table_.results);
  if (!is_ascending) seen.reserve(table_.merges.size());
  for (std::size_t rank = 0; rank < table_.merges.size(); ++rank) {
    if (is_ascending && rank > 0 && table_.results[rank - 1] != table_.results[rank]) seen.clear();
    const auto [left, right] = table_.merges[rank];
    if (!seen.insert(std::uint64_t{left} << 32 | right).second) {
      refuse_(rank, "the merge occurs twice");
    }
  }
}

}  // namespace bpetite::interop
