// Decides how the chunks of a table are merged when the table is made (MergeTable): by the pairs of
// a rank file, of a trained list or of an ascending list, or else by ranks. A chunk is then merged
// in the way that suits its size, alone or in a group (Merger). Three functions examine tables:
// they find the lowest token that two tables make differently (first_other_merge), the lowest token
// that only a whole chunk becomes (first_whole), and the pair that makes each token
// (pairs_by_token).
#include "engine/merge/merge.hpp"

#include <cstdint>

#include "core/assertion.hpp"
#include "engine/merge/by_rank.hpp"
#include "engine/merge/pairs_of_tokens.hpp"

namespace bpetite::engine::merge {
namespace {

// Adds the merges of a trained list. If a pair occurs twice, only its first merge can apply: no
// such neighbours are left after it.
void add_merges(const Table& table, PairTable& pairs) {
  constexpr unsigned no_byte = 256;
  std::vector<unsigned> byte_of(table.tokens.size(), no_byte);
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (has_byte(table, static_cast<unsigned char>(byte))) byte_of[table.byte_ids[byte]] = byte;
  }
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto& [left, right] = table.merges[rank];
    if (pairs.find(left, right) != kernels::no_token) continue;
    pairs.add(table.merges[rank], table.results[rank]);
    if (byte_of[left] == no_byte || byte_of[right] == no_byte) continue;
    pairs.set_bytes(static_cast<unsigned char>(byte_of[left]),
                    static_cast<unsigned char>(byte_of[right]), table.results[rank]);
  }
}

// Whether each token has just one pair, and merging makes it from its own bytes.
bool is_trained(const Table& table) {
  return table.profile.merging == Merging::pairs && !table.profile.whole_chunks &&
         !table.profile.drops_missing_bytes && is_rank_order_id_order(table);
}

}  // namespace

MergeTable::MergeTable(const Table& table, const HashSeed& seed)
    : size_(table.tokens.size()),
      pairs_(table, is_trained(table) ? table.merges.size() : table.tokens.size(), seed),
      tries_(table, pairs_) {
  if (table.profile.merging == Merging::bytes) {
    wholes_ = add_rank_pairs(table, pairs_);
  } else if (is_trained(table)) {
    add_merges(table, pairs_);
  } else if (!table.profile.drops_missing_bytes && is_ascending(table)) {
    wholes_ = add_listed_pairs(table, pairs_);
  } else {
    ranked_ = std::make_unique<const RankedMerges>(table);
    if (table.profile.whole_chunks) wholes_ = ranked_->wholes();
  }
  pairs_.bound_look_ups();
}

MergeTable::~MergeTable() = default;

std::size_t Merger::merge(std::string_view chunk, TokenId* out) const {
  if (const TokenId whole = table_.find_whole(chunk); whole != kernels::no_token) {
    *out = whole;
    return 1;
  }
  if (const RankedMerges* ranked = table_.ranked()) return ranked->merge(chunk, out);
  // For shorter chunks it would take longer to make the trie than to merge without it.
  constexpr std::size_t worth_a_trie = std::size_t{1} << 16;
  if (chunk.size() > kernels::max_middle_chunk) {
    const TokenTries& tries = table_.tries();
    const auto trie = chunk.size() >= worth_a_trie ? tries.make_for(chunk) : tries.find_for(chunk);
    if (trie != nullptr && trie->is_exact()) return trie->merge(chunk, out);
  }
  return by_pairs_.merge(chunk, out);
}

void Merger::merge_group(kernels::ChunkGroup& group) const {
  if (const RankedMerges* ranked = table_.ranked()) {
    for (std::size_t i = 0; i < group.count; ++i) {
      group.sizes[i] =
          static_cast<std::uint32_t>(ranked->merge(group.chunks[i], group.ids[i].data()));
    }
  } else {
    by_pairs_.merge_group(group);
  }
  if (!table_.has_wholes()) return;
  for (std::size_t i = 0; i < group.count; ++i) {
    if (const TokenId whole = table_.find_whole(group.chunks[i]); whole != kernels::no_token) {
      group.sizes[i] = 1;
      group.ids[i][0] = whole;
    }
  }
}

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
