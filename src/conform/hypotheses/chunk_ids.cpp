#include "conform/hypotheses/chunk_ids.hpp"

#include <algorithm>
#include <limits>

#include "interop/out/all_splits.hpp"

namespace bpetite::conform::hypotheses {
namespace {

constexpr std::size_t no_rank = std::numeric_limits<std::size_t>::max();

std::uint64_t key_of(TokenId left, TokenId right) { return std::uint64_t{left} << 32 | right; }

}  // namespace

ChunkIds::ChunkIds(const Table& table) : table_(table) {
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    const bool is_made = !std::ranges::binary_search(table.text_tokens, id);
    if (!is_made || table.tokens[id].empty()) continue;
    tokens_.emplace(table.tokens[id], static_cast<TokenId>(id));  // the lowest id of these bytes
    longest_token_ = std::max(longest_token_, table.tokens[id].size());
  }
  if (table.profile.merging == Merging::pairs) {
    add_pairs(table);
  } else if (table.text_tokens.empty()) {
    add_pairs(interop::out::with_all_splits(table));
  }
}

void ChunkIds::add_pairs(const Table& table) {
  pairs_.reserve(table.merges.size());
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    pairs_.try_emplace(key_of(left, right), Merge{rank, table.results[rank]});  // S12
  }
}

std::span<const TokenId> ChunkIds::of(std::string_view chunk, Lookup lookup, bool whole_chunks) {
  Memory& memory = memories_[static_cast<std::size_t>(lookup) * 2 + (whole_chunks ? 1 : 0)];
  const auto [place, is_new] = memory.try_emplace(std::string(chunk));
  if (is_new) {
    const TokenId* const whole = whole_chunks ? token(chunk) : nullptr;
    place->second = whole != nullptr            ? std::vector{*whole}
                    : lookup == Lookup::longest ? longest_first(chunk)
                                                : merged(chunk, lookup);
  }
  return place->second;
}

const TokenId* ChunkIds::token(std::string_view bytes) const {
  const auto found = tokens_.find(bytes);
  return found == tokens_.end() ? nullptr : &found->second;
}

std::vector<ChunkIds::Part> ChunkIds::bytes_of(std::string_view chunk) const {
  std::vector<Part> parts;
  for (std::size_t at = 0; at < chunk.size(); ++at) {
    const auto byte = static_cast<unsigned char>(chunk[at]);
    if (table_.profile.drops_missing_bytes && !has_byte(table_, byte)) continue;  // S31d
    parts.push_back({table_.byte_ids[byte], at, at + 1});
  }
  return parts;
}

ChunkIds::Merge ChunkIds::merge_of(std::string_view chunk, const Part& left, const Part& right,
                                   Lookup lookup) const {
  if (lookup == Lookup::bytes) {
    const TokenId* const joined = token(chunk.substr(left.begin, right.end - left.begin));
    return joined == nullptr ? Merge{no_rank, 0} : Merge{*joined, *joined};
  }
  const auto found = pairs_.find(key_of(left.id, right.id));
  return found == pairs_.end() ? Merge{no_rank, 0} : found->second;
}

std::vector<TokenId> ChunkIds::merged(std::string_view chunk, Lookup lookup) const {
  std::vector<Part> parts = bytes_of(chunk);
  std::vector<Merge> merges;  // of each part with the next one
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    merges.push_back(merge_of(chunk, parts[i], parts[i + 1], lookup));
  }
  const auto is_lower = [&](const Merge& a, const Merge& b) {
    return lookup == Lookup::in_order ? a.rank != no_rank && b.rank == no_rank : a.rank < b.rank;
  };
  while (!merges.empty()) {
    const auto lowest = std::ranges::min_element(merges, is_lower);  // the leftmost of several
    if (lowest->rank == no_rank) break;
    const auto at = lowest - merges.begin();
    const auto i = static_cast<std::size_t>(at);
    parts[i] = {lowest->result, parts[i].begin, parts[i + 1].end};
    parts.erase(parts.begin() + at + 1);
    merges.erase(lowest);
    if (i < merges.size()) merges[i] = merge_of(chunk, parts[i], parts[i + 1], lookup);
    if (i > 0) merges[i - 1] = merge_of(chunk, parts[i - 1], parts[i], lookup);
  }
  std::vector<TokenId> ids;
  for (const Part& part : parts) ids.push_back(part.id);
  return ids;
}

std::vector<TokenId> ChunkIds::longest_first(std::string_view chunk) const {
  std::vector<TokenId> ids;
  while (!chunk.empty()) {
    std::size_t size = std::min(longest_token_, chunk.size());
    while (size > 1 && token(chunk.substr(0, size)) == nullptr) --size;
    const TokenId* const found = token(chunk.substr(0, size));
    const auto byte = static_cast<unsigned char>(chunk.front());
    if (found != nullptr || !table_.profile.drops_missing_bytes || has_byte(table_, byte)) {
      ids.push_back(found != nullptr ? *found : table_.byte_ids[byte]);
    }
    chunk.remove_prefix(size);
  }
  return ids;
}

}  // namespace bpetite::conform::hypotheses
