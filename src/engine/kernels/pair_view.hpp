// PairView finds the token that two neighbours become, in a table of pairs.
//
//   merges (97,98) (32,256)      find(97, 98) is 256, find(32, 256) is 257, find(98, 97) no_token
//
// The pairs are hashed (key_of, hash_of); merge/pair_table.hpp makes the table. Most pairs that are
// looked up make no token. A filter of two bits for each pair (filter_bits), small enough to stay
// in the processor's second cache, says so for all but one in a hundred. Cost: two multiplications
// and a load from the filter; where the pair may be there, another one or two loads. Two arrays
// give the token of two bytes (find_bytes) and of one (byte_id) at once. A slot has both ids of a
// pair and its token, with 21 bits each. A table with too many ids for 21 bits is *wide*: its slots
// have the token alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <bpetite/ids.hpp>

#include "core/hash.hpp"

namespace bpetite::engine::kernels {

inline constexpr TokenId no_token = std::numeric_limits<TokenId>::max();

struct PairView {
  // A slot holds both ids of a pair and its token, 21 bits each; in a wide table the token alone,
  // whose parts are known.
  static constexpr std::uint64_t empty = ~std::uint64_t{0};
  static constexpr unsigned id_bits = 21;
  static constexpr std::uint64_t id_mask = (std::uint64_t{1} << id_bits) - 1;

  const std::uint64_t* filter = nullptr;
  const std::uint64_t* slots = nullptr;
  const Pair* parts = nullptr;          // of each token
  const TokenId* byte_pairs = nullptr;  // by two bytes
  const TokenId* byte_ids = nullptr;
  HashSeed seed{};
  unsigned filter_shift = 0;
  unsigned shift = 0;
  std::uint64_t mask = 0;
  bool is_wide = false;

  // The token of the pair, or no_token.
  TokenId find(TokenId left, TokenId right) const {
    const std::uint64_t key = key_of(left, right);
    const std::uint64_t hash = hash_of(key);
    const std::uint64_t bits = filter_bits(hash);
    if ((filter[hash >> filter_shift] & bits) != bits) return no_token;
    for (std::uint64_t i = hash >> shift;; i = (i + 1) & mask) {
      const std::uint64_t slot = slots[i];
      if (slot == empty) return no_token;
      if (!is_wide) {
        if (slot >> id_bits == key) return static_cast<TokenId>(slot & id_mask);
      } else if (parts[slot] == Pair{left, right}) {
        return static_cast<TokenId>(slot);
      }
    }
  }

  // The token of two bytes, or no_token.
  TokenId find_bytes(unsigned char left, unsigned char right) const {
    return byte_pairs[std::size_t{left} << 8 | right];
  }

  TokenId byte_id(unsigned char byte) const { return byte_ids[byte]; }

  std::uint64_t key_of(TokenId left, TokenId right) const {
    return std::uint64_t{left} << (is_wide ? 32 : id_bits) | right;
  }
  std::uint64_t hash_of(std::uint64_t key) const {
    const std::uint64_t hash = key * seed.a;
    return (hash ^ hash >> 32) * seed.b;
  }
  static std::uint64_t filter_bits(std::uint64_t hash) {
    return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << (hash >> 6 & 63);
  }
};

}  // namespace bpetite::engine::kernels
