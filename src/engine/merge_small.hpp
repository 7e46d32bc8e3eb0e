// Merging a chunk of up to 64 bytes (engine/merge.hpp).
//
//   bytes   32 97 98 99        keys   . 256|1 . .       (97,98) -> 256 at place 1 is the lowest
//           32 256 -- 99              257|0 . . .       place 2 is gone
//
// A token stays at the place of its first byte, and a mask says which places still have one. Each
// place has a key: the token that it makes with its next neighbour, above its number, so that the
// smallest key is the leftmost of the lowest. Included once for each level (kernels_portable.cpp
// ...).
namespace bpetite::engine::BPETITE_LEVEL {

inline constexpr unsigned place_bits = 6;  // an id has 24 bits (S16)
inline constexpr std::uint32_t no_key = ~std::uint32_t{0};

inline std::uint32_t key_of(TokenId token, unsigned place) {
  return token == no_token ? no_key : token << place_bits | place;
}

template <unsigned capacity>
std::size_t merge_places(const MergeTable& table, std::string_view chunk, TokenId* out) {
  const auto size = static_cast<unsigned>(chunk.size());
  const auto byte = [&](unsigned i) { return static_cast<unsigned char>(chunk[i]); };
  std::array<TokenId, capacity> ids;
  std::array<std::uint32_t, capacity> first_keys;
  first_keys.fill(no_key);
  for (unsigned i = 0; i < size; ++i) {
    ids[i] = table.byte_id(byte(i));
  }
  for (unsigned i = 0; i + 1 < size; ++i) {
    first_keys[i] = key_of(table.find_bytes(byte(i), byte(i + 1)), i);
  }
  Keys<capacity> keys(first_keys);
  std::uint64_t alive = ~std::uint64_t{0} >> (64 - size);
  for (std::uint32_t lowest = keys.lowest(); lowest != no_key; lowest = keys.lowest()) {
    const unsigned at = lowest & ((1U << place_bits) - 1);
    const TokenId token = lowest >> place_bits;
    const std::uint64_t above = ~std::uint64_t{1} << at;  // places right of it
    const auto gone = static_cast<unsigned>(std::countr_zero(alive & above));
    alive &= ~(std::uint64_t{1} << gone);
    ids[at] = token;
    keys.set(gone, no_key);

    const std::uint64_t right = alive & above;
    keys.set(
        at,
        right == 0
            ? no_key
            : key_of(table.find(token, ids[static_cast<unsigned>(std::countr_zero(right))]), at));
    const std::uint64_t left = alive & ~above & ~(std::uint64_t{1} << at);
    if (left != 0) {
      const auto before = 63 - static_cast<unsigned>(std::countl_zero(left));
      keys.set(before, key_of(table.find(ids[before], token), before));
    }
  }
  TokenId* to = out;
  for (; alive != 0; alive &= alive - 1) {
    *to++ = ids[static_cast<unsigned>(std::countr_zero(alive))];
  }
  return static_cast<std::size_t>(to - out);
}

inline std::size_t merge_small(const MergeTable& table, std::string_view chunk, TokenId* out) {
  if (chunk.size() <= 16) return merge_places<16>(table, chunk, out);
  return chunk.size() <= 32 ? merge_places<32>(table, chunk, out)
                            : merge_places<64>(table, chunk, out);
}

}  // namespace bpetite::engine::BPETITE_LEVEL
