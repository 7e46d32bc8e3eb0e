// Which token two neighbours become: the pairs of a table, hashed.
//
//   merges (97,98) (32,256)      find(97, 98) is 256, find(32, 256) is 257, find(98, 97) nothing
//
// A token's id is its rank: of two pairs that could be merged, the one that makes the lower id goes
// first. That holds for merge lists (rank r makes 256 + r) and for rank files (S19b).
//
// A rank file has no pairs. Its rule joins neighbours whose bytes, joined, are a token; but while a
// chunk is merged, the bytes of a token come about by the same steps as if they were alone, so that
// each token has one pair of parts at most, found by merging its bytes once. Tokens that do not
// come about from their own bytes have none; a chunk that is such a token is taken as a whole.
//
// Cost: 8 bytes a slot, two to four slots a pair; a look-up is one multiplication and one or two
// loads, three if it finds something.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::engine {

inline constexpr TokenId no_token = std::numeric_limits<TokenId>::max();

class MergeTable {
 public:
  // The table must outlive it.
  explicit MergeTable(const Table& table);

  // The token of the pair, or no_token.
  TokenId find(TokenId left, TokenId right) const {
    const std::uint64_t hash = hash_of(left, right);
    for (std::size_t i = hash >> shift_;; i = (i + 1) & mask_) {
      const Slot slot = slots_[i];
      if (slot.token == no_token) return no_token;
      if (slot.check == static_cast<std::uint32_t>(hash) && parts_[slot.token] == Pair{left, right})
        return slot.token;
    }
  }

  // The token of two bytes, or no_token.
  TokenId find_bytes(unsigned char left, unsigned char right) const {
    return byte_pairs_[std::size_t{left} << 8 | right];
  }

  TokenId byte_id(unsigned char byte) const { return table_.byte_ids[byte]; }

  // The token that a whole chunk is at once, or no_token: only in tables of rank files.
  TokenId find_whole(std::string_view chunk) const;

 private:
  struct Slot {
    std::uint32_t check = 0;
    TokenId token = no_token;
  };

  static std::uint64_t hash_of(TokenId left, TokenId right) {
    std::uint64_t hash = (std::uint64_t{left} << 32 | right) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
    return hash * 0xD6E8FEB86659FD93U;
  }

  void reserve(std::size_t pairs);
  void add(const Pair& pair, TokenId token);
  void add_pairs_of_bytes();
  void add_parts(TokenId token);
  TokenId lowest_by_bytes(std::string_view bytes) const;

  const Table& table_;
  std::vector<Slot> slots_;
  std::vector<Pair> parts_;          // of each token that is made by a merge
  std::vector<TokenId> byte_pairs_;  // by two bytes
  std::vector<TokenId> wholes_;      // hashed by the bytes of the token
  unsigned shift_ = 0;
  std::size_t mask_ = 0;
};

}  // namespace bpetite::engine
