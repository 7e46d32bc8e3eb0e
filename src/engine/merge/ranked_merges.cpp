#include "engine/merge/ranked_merges.hpp"

#include <algorithm>

namespace bpetite::engine {

RankedMerges::RankedMerges(const Table& table) : table_(table) {
  by_pair_.reserve(table.merges.size());
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    by_pair_.push_back({table.merges[rank], static_cast<std::uint32_t>(rank)});
  }
  std::ranges::stable_sort(by_pair_, {}, &Ranked::pair);
}

// The first of those with the pair has the lowest rank.
std::uint32_t RankedMerges::rank_of(const Pair& pair) const {
  const auto found = std::ranges::lower_bound(by_pair_, pair, {}, &Ranked::pair);
  return found != by_pair_.end() && found->pair == pair ? found->rank : no_rank;
}

// Parts are linked, each at the place of its first byte. The heap has each two neighbours that a
// merge joins; an entry whose neighbours have changed since is passed over.
std::size_t RankedMerges::merge(std::string_view chunk, TokenId* out) const {
  struct Part {
    TokenId id;
    std::uint32_t rank;  // of the merge with the next part
    std::size_t before;
    std::size_t next;
  };
  struct Candidate {
    std::uint32_t rank;
    std::size_t place;
    bool operator<(const Candidate& other) const {  // std's heaps have the largest on top
      return rank != other.rank ? rank > other.rank : place > other.place;
    }
  };
  const std::size_t size = chunk.size();
  std::vector<Part> parts(size);
  for (std::size_t i = 0; i < size; ++i) {
    parts[i] = {table_.byte_ids[static_cast<unsigned char>(chunk[i])], no_rank, i - 1, i + 1};
  }
  std::vector<Candidate> heap;
  const auto pair_up = [&](std::size_t left) {
    Part& part = parts[left];
    part.rank = part.next < size ? rank_of({part.id, parts[part.next].id}) : no_rank;
    if (part.rank == no_rank) return;
    heap.push_back({part.rank, left});
    std::push_heap(heap.begin(), heap.end());
  };
  for (std::size_t i = 0; i < size; ++i) pair_up(i);

  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const Candidate lowest = heap.back();
    heap.pop_back();
    Part& left = parts[lowest.place];
    if (left.rank != lowest.rank) continue;
    Part& right = parts[left.next];
    left.id = table_.results[lowest.rank];
    right.rank = no_rank;
    left.next = right.next;
    if (left.next < size) parts[left.next].before = lowest.place;
    pair_up(lowest.place);
    if (lowest.place > 0) pair_up(left.before);
  }

  TokenId* to = out;
  for (std::size_t i = 0; i < size; i = parts[i].next) *to++ = parts[i].id;
  return static_cast<std::size_t>(to - out);
}

}  // namespace bpetite::engine
