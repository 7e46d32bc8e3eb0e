// Merges the parts of a chunk of any length. A heap has the pairs that can be merged.
//
//   parts   a b c d      heap   (b,c) at 1, rank 1      parts   a 257 d      heap   (a,257) at 0
//   ...
//
// Parts are linked, each at its first place. The heap has every two neighbours that a merge joins,
// by the rank of the merge. An entry whose parts have changed since is skipped. Cost: for n parts
// at most 3 n look-ups, and n log n steps of the heap. Memory: 24 to 40 bytes a part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::engine::merge {

inline constexpr std::uint32_t no_rank = std::numeric_limits<std::uint32_t>::max();

// `Index` holds the number of parts, and one more.
template <typename Index>
class LinkedParts {
 public:
  // token(i) is that of part i, and rank(i) the rank of the merge with part i + 1, or no_rank.
  template <typename Token, typename Rank>
  LinkedParts(Index count, const Token& token, const Rank& rank) : parts_(count), left_(count) {
    for (Index i = 0; i < count; ++i) {
      parts_[i] = {token(i), i + 1 < count ? rank(i) : no_rank, static_cast<Index>(i - 1),
                   static_cast<Index>(i + 1)};
      if (parts_[i].rank != no_rank) heap_.push_back({parts_[i].rank, i});
    }
    std::make_heap(heap_.begin(), heap_.end());
  }

  // Merges the lowest rank first, of several places the leftmost, until no merge is left, or only
  // `least` parts. rank_of(left, right) is the rank of two tokens, or no_rank, and token_of(rank)
  // what the merge makes.
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

  // How many there are.
  Index size() const { return left_; }

  // Writes their tokens; returns where they end.
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

}  // namespace bpetite::engine::merge
