// PairMerger merges one chunk by pairs alone: first the pair that makes the lowest token, and of
// several places the leftmost (FR-16c, S19b).
//
//   ids   32 97 98 99      lowest (97,98) -> 256      32 256 99      (32,256) -> 257      257 99
//
// The reference makes passes in the order of ranks. The result is the same: a merge never makes a
// pair of lower rank than its own, and of equal ranks a pass takes the leftmost. In chunks of up
// to 512 bytes (64 if the table of pairs is wide), each step looks at all pairs. LinkedParts merges
// the parts of a chunk of any length: it has a heap of pairs, and takes n log n steps.
// PairMerger::merge_group() merges several short chunks together, and order_by_size() orders chunks
// for such groups. props/engine/engine_encode.cpp compares the ids with the reference.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/kernels/kernels.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/pair_table.hpp"

namespace bpetite::engine::merge {

// The rank of two neighbours that no merge joins.
inline constexpr std::uint32_t no_rank = std::numeric_limits<std::uint32_t>::max();

class PairMerger {
 public:
  explicit PairMerger(const PairTable& table, machine::Level level = machine::level())
      : pairs_(table.view()), kernels_(kernels::of_level(level)) {}

  // Writes the ids of a chunk, at most as many as it has bytes. Returns their number. The chunk
  // must not be empty.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

  // The same for several short chunks at once.
  void merge_group(kernels::ChunkGroup& group) const { kernels_.merge_group(pairs_, group); }

 private:
  template <typename Index>
  std::size_t merge_long(std::string_view chunk, TokenId* out) const;

  const kernels::PairView& pairs_;
  const kernels::Kernels& kernels_;
};

// Merges the parts of a chunk of any length. A heap has the pairs that can be merged.
//
//   parts   a b c d      heap   (b,c) at 1, rank 1      parts   a 257 d      heap   (a,257) at 0
//   ...
//
// The parts are a linked list, in which each is at its first place. The heap has all neighbours
// that a merge joins, by the rank of the merge. An entry is skipped if its parts have changed
// since. Cost: for n parts at most 3 n look-ups, and n log n steps of the heap. Memory: 24 to 40
// bytes a part.
//
// `Index` can hold the number of parts, and one more.
template <typename Index>
class LinkedParts {
 public:
  // token(i) is the token of part i. rank(i) is the rank of the merge with part i + 1, or no_rank.
  template <typename Token, typename Rank>
  LinkedParts(Index count, const Token& token, const Rank& rank) : parts_(count), left_(count) {
    for (Index i = 0; i < count; ++i) {
      parts_[i] = {token(i), i + 1 < count ? rank(i) : no_rank, static_cast<Index>(i - 1),
                   static_cast<Index>(i + 1)};
      if (parts_[i].rank != no_rank) heap_.push_back({parts_[i].rank, i});
    }
    std::make_heap(heap_.begin(), heap_.end());
  }

  // Merges the lowest rank first, and of several places the leftmost, until no merge is left, or
  // only `least` parts. rank_of(left, right) is the rank of two tokens, or no_rank. token_of(rank)
  // is the token that the merge makes.
  template <typename RankOf, typename TokenOf>
  void merge(const RankOf& rank_of, const TokenOf& token_of, Index least = 1) {
    const auto pair_up = [&](Index left) {
      Part& part = parts_[left];
      part.rank =
          part.next < parts_.size() ? rank_of(part.token, parts_[part.next].token) : no_rank;
      if (part.rank == no_rank) return;
      heap_.push_back({part.rank, left});
      std::push_heap(heap_.begin(), heap_.end());
    };
    while (!heap_.empty() && left_ > least) {
      std::pop_heap(heap_.begin(), heap_.end());
      const Candidate lowest = heap_.back();
      heap_.pop_back();
      Part& left = parts_[lowest.place];
      if (left.rank != lowest.rank) continue;
      Part& right = parts_[left.next];
      left.token = token_of(lowest.rank);
      right.rank = no_rank;
      left.next = right.next;
      if (left.next < parts_.size()) parts_[left.next].before = lowest.place;
      --left_;
      pair_up(lowest.place);
      if (lowest.place > 0) pair_up(left.before);
    }
  }

  // The number of parts.
  Index size() const { return left_; }

  // Writes the tokens of the parts. Returns the end of what was written.
  TokenId* write(TokenId* out) const {
    for (Index i = 0; i < parts_.size(); i = parts_[i].next) *out++ = parts_[i].token;
    return out;
  }

 private:
  struct Part {
    TokenId token;
    std::uint32_t rank;  // of the merge with the next part
    Index before;
    Index next;
  };
  struct Candidate {
    std::uint32_t rank;
    Index place;
    bool operator<(const Candidate& other) const {  // std's heaps have the largest on top
      return rank != other.rank ? rank > other.rank : place > other.place;
    }
  };

  std::vector<Part> parts_;
  std::vector<Candidate> heap_;
  Index left_;
};

// Orders chunks by their sizes, because a group that is merged together takes as long as its
// longest chunk.
//
//   sizes   3 1 3 2        order   1 3 0 2
//
// Writes the indices of `count` chunks to `order`, the shortest chunk first. size_of(i) is at most
// group_chunk. Chunks of size 0 are left out.
template <typename SizeOf>
void order_by_size(std::size_t count, SizeOf size_of, std::vector<std::uint32_t>& order) {
  std::array<std::uint32_t, kernels::group_chunk + 1> begins{};
  for (std::size_t i = 0; i < count; ++i) {
    ++begins[size_of(i)];
  }
  begins[0] = 0;
  std::uint32_t total = 0;
  for (std::uint32_t& begin : begins) {
    total += begin;
    begin = total - begin;
  }
  order.resize(total);
  for (std::size_t i = 0; i < count; ++i) {
    if (const std::size_t size = size_of(i); size > 0) {
      order[begins[size]++] = static_cast<std::uint32_t>(i);
    }
  }
}

}  // namespace bpetite::engine::merge
