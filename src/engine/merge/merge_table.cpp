#include "engine/merge/merge_table.hpp"

#include "engine/merge/listed_pairs.hpp"
#include "engine/merge/ranked_merges.hpp"

namespace bpetite::engine::merge {
namespace {

// Of a pair that occurs twice only the first can apply: after it no such neighbours are left.
void add_merges(const Table& table, PairTable& pairs) {
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const Pair& pair = table.merges[rank];
    if (pairs.find(pair.left, pair.right) == kernels::no_token)
      pairs.add(pair, table.results[rank]);
  }
  for (unsigned left = 0; left < 256; ++left) {
    for (unsigned right = 0; right < 256; ++right) {
      pairs.set_bytes(static_cast<unsigned char>(left), static_cast<unsigned char>(right),
                      pairs.find(table.byte_ids[left], table.byte_ids[right]));
    }
  }
}

// Whether each token has one pair, which may be added as it is, and comes about from its bytes.
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

}  // namespace bpetite::engine::merge
