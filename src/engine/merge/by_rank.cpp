// Merges chunks by the ranks of a merge list (RankedMerges). The merges are sorted by their left
// and right parts, and a pair is found by a binary search among the merges with its left part. A
// heap gives the pair of the lowest rank (LinkedParts). Bytes that the profile drops are left out
// first. merge() gives the ids of a chunk, last_parts() the two parts that a chunk becomes before
// its last merge, and wholes() the tokens that merging does not make from their own bytes.
#include "engine/merge/by_rank.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>

namespace bpetite::engine::merge {
namespace {

// For each id: where the merges with it as their left (or right) part begin, if they are sorted by
// that part.
std::vector<std::uint32_t> starts_by(const Table& table, TokenId Pair::*part) {
  std::vector<std::uint32_t> starts(table.tokens.size() + 1);
  for (const Pair& pair : table.merges) ++starts[pair.*part + std::size_t{1}];
  for (std::size_t id = 1; id < starts.size(); ++id) starts[id] += starts[id - 1];
  return starts;
}

}  // namespace

// Sorts by the right part first, and then by the left one, which keeps the first order. It sorts by
// counting, since ids are small numbers.
RankedMerges::RankedMerges(const Table& table)
    : table_(table), by_pair_(table.merges.size()), starts_(starts_by(table, &Pair::left)) {
  std::vector<std::uint32_t> by_right(table.merges.size());
  std::vector<std::uint32_t> next = starts_by(table, &Pair::right);
  for (std::uint32_t rank = 0; rank < table.merges.size(); ++rank) {
    by_right[next[table.merges[rank].right]++] = rank;
  }
  next = starts_;
  for (const std::uint32_t rank : by_right) {
    const auto [left, right] = table.merges[rank];
    by_pair_[next[left]++] = {right, rank};
  }
  if (!table.profile.drops_missing_bytes) return;
  for (const unsigned char byte : missing_bytes(table)) is_dropped_[byte] = true;
}

// Of the merges with this pair, the first one has the lowest rank.
std::uint32_t RankedMerges::rank_of(const Pair& pair) const {
  const auto with_left = std::span(by_pair_).subspan(
      starts_[pair.left], starts_[pair.left + std::size_t{1}] - starts_[pair.left]);
  const auto found = std::ranges::lower_bound(with_left, pair.right, {}, &Ranked::right);
  return found != with_left.end() && found->right == pair.right ? found->rank : no_rank;
}

LinkedParts<std::size_t> RankedMerges::merged(std::string_view chunk, std::size_t least) const {
  std::string kept;
  if (table_.profile.drops_missing_bytes) {
    std::ranges::copy_if(chunk, std::back_inserter(kept),
                         [this](char c) { return !is_dropped_[static_cast<unsigned char>(c)]; });
    chunk = kept;
  }
  const auto byte_id = [&](std::size_t i) {
    return table_.byte_ids[static_cast<unsigned char>(chunk[i])];
  };
  LinkedParts<std::size_t> parts(chunk.size(), byte_id, [&](std::size_t i) {
    return rank_of({byte_id(i), byte_id(i + 1)});
  });
  parts.merge(
      [this](TokenId left, TokenId right) {
        return rank_of({left, right});
      },
      [this](std::uint32_t rank) { return table_.results[rank]; }, least);
  return parts;
}

std::size_t RankedMerges::merge(std::string_view chunk, TokenId* out) const {
  return static_cast<std::size_t>(merged(chunk, 1).write(out) - out);
}

std::optional<Pair> RankedMerges::last_parts(std::string_view chunk) const {
  const auto parts = merged(chunk, 2);
  if (parts.size() != 2) return std::nullopt;
  std::array<TokenId, 2> ids{};
  parts.write(ids.data());
  return Pair{ids[0], ids[1]};
}

WholeTokens RankedMerges::wholes() const {
  WholeTokens wholes;
  std::vector<TokenId> parts;
  for (TokenId token = 0; token < table_.tokens.size(); ++token) {
    const std::string_view bytes = table_.tokens[token];
    if (bytes.empty() || std::ranges::binary_search(table_.text_tokens, token)) continue;
    parts.resize(bytes.size());
    parts.resize(merge(bytes, parts.data()));
    // Of several tokens with the same bytes, the lowest is the whole chunk.
    if (parts.size() != 1 || parts.front() > token) wholes.emplace(bytes, token);
  }
  return wholes;
}

}  // namespace bpetite::engine::merge
