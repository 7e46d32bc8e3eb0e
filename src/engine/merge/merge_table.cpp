#include "engine/merge/merge_table.hpp"

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

bool is_by_pairs(const Table& table) { return table.profile.merging == Merging::pairs; }

}  // namespace

MergeTable::MergeTable(const Table& table, const HashSeed& seed)
    : size_(table.tokens.size()),
      pairs_(table, is_by_pairs(table) ? table.merges.size() : table.tokens.size(), seed),
      tries_(table, pairs_) {
  if (is_by_pairs(table)) {
    add_merges(table, pairs_);
    if (!is_rank_order_id_order(table)) ranked_ = std::make_unique<const RankedMerges>(table);
  } else {
    wholes_ = add_rank_pairs(table, pairs_);
  }
  pairs_.bound_look_ups();
}

MergeTable::~MergeTable() = default;

}  // namespace bpetite::engine::merge
