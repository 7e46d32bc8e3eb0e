// merge_small() merges a chunk of up to 64 bytes (engine/merge/by_pairs.hpp). SmallChunk is the
// chunk while it is merged.
//
//   bytes   32 97 98 99        keys   . 256|1 . .       (97,98) -> 256 at place 1 is the lowest
//           32 256 -- 99              257|0 . . .       place 2 is gone
//
// A token stays at the place of its first byte, and a mask says which places still have one. Each
// place has a key: the token that it makes with its next neighbour, above its number, so that the
// smallest key is the leftmost of the lowest. Included once for each level (kernels_portable.cpp
// ...).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline constexpr unsigned place_bits = 6;  // an id has 24 bits (S16)
inline constexpr std::uint32_t no_key = ~std::uint32_t{0};

inline std::uint32_t key_of(TokenId token, unsigned place) {
  return token == no_token ? no_key : token << place_bits | place;
}

// A chunk of at most `capacity` bytes while it is merged.
template <unsigned capacity>
class SmallChunk {
 public:
  SmallChunk(const PairView& table, std::string_view chunk)
      : keys_(first_keys(table, chunk)), alive_(~std::uint64_t{0} >> (64 - chunk.size())) {
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      ids_[i] = table.byte_id(static_cast<unsigned char>(chunk[i]));
    }
  }

  // Merges the lowest pair; false if there is none.
  bool merge_lowest(const PairView& table) {
    const std::uint32_t lowest = keys_.lowest();
    if (lowest == no_key) return false;
    const unsigned at = lowest & ((1U << place_bits) - 1);
    const TokenId token = lowest >> place_bits;
    const std::uint64_t above = ~std::uint64_t{1} << at;  // places right of it
    const auto gone = static_cast<unsigned>(std::countr_zero(alive_ & above));
    alive_ &= ~(std::uint64_t{1} << gone);
    ids_[at] = token;
    keys_.set(gone, no_key);

    const std::uint64_t right = alive_ & above;
    keys_.set(
        at,
        right == 0
            ? no_key
            : key_of(table.find(token, ids_[static_cast<unsigned>(std::countr_zero(right))]), at));
    const std::uint64_t left = alive_ & ~above & ~(std::uint64_t{1} << at);
    if (left != 0) {
      const auto before = 63 - static_cast<unsigned>(std::countl_zero(left));
      keys_.set(before, key_of(table.find(ids_[before], token), before));
    }
    return true;
  }

  std::size_t write(TokenId* out) const {
    TokenId* to = out;
    for (std::uint64_t left = alive_; left != 0; left &= left - 1) {
      *to++ = ids_[static_cast<unsigned>(std::countr_zero(left))];
    }
    return static_cast<std::size_t>(to - out);
  }

 private:
  static std::array<std::uint32_t, capacity> first_keys(const PairView& table,
                                                        std::string_view chunk) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(chunk[i]); };
    std::array<std::uint32_t, capacity> keys;
    keys.fill(no_key);
    for (std::size_t i = 0; i + 1 < chunk.size(); ++i) {
      keys[i] = key_of(table.find_bytes(byte(i), byte(i + 1)), static_cast<unsigned>(i));
    }
    return keys;
  }

  std::array<TokenId, capacity> ids_;
  Keys<capacity> keys_;
  std::uint64_t alive_;
};

template <unsigned capacity>
std::size_t merge_places(const PairView& table, std::string_view chunk, TokenId* out) {
  SmallChunk<capacity> small(table, chunk);
  while (small.merge_lowest(table)) {
  }
  return small.write(out);
}

inline std::size_t merge_small(const PairView& table, std::string_view chunk, TokenId* out) {
  if (chunk.size() <= 16) return merge_places<16>(table, chunk, out);
  return chunk.size() <= 32 ? merge_places<32>(table, chunk, out)
                            : merge_places<64>(table, chunk, out);
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
