// merge_middle() merges a chunk of up to 512 bytes (engine/merge/by_pairs.hpp) as merge_small.inl
// does, but with the keys in memory, and with the next and the previous token of each place in two
// arrays. The table of pairs must not be wide.
//
//   ids   32  32  32  32        keys   260|0  260|1  260|2  none      next   1 2 3 4
//        260  --  32  32               none   none   260|2  none             2 - 3 4
//
// To look through all keys for the smallest costs less than to keep a heap of them, since vector
// instructions compare many keys at a time. Included once for each level (kernels_portable.cpp
// ...).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// Of tables that are not wide: an id has 21 bits.
inline std::size_t merge_middle(const PairView& table, std::string_view chunk, TokenId* out) {
  constexpr unsigned bits = 9;
  static_assert(max_middle_chunk <= 1U << bits && PairView::id_bits + bits <= 32);
  const auto size = static_cast<unsigned>(chunk.size());
  const auto byte = [&](unsigned i) { return static_cast<unsigned char>(chunk[i]); };
  const auto key_at = [](TokenId token, unsigned place) {
    return token == no_token ? no_key : token << bits | place;
  };
  alignas(64) std::array<std::uint32_t, max_middle_chunk> keys;
  std::array<TokenId, max_middle_chunk> ids;
  std::array<std::uint16_t, max_middle_chunk + 1> before;
  std::array<std::uint16_t, max_middle_chunk> next;
  const unsigned count = (size + 15) / 16 * 16;
  for (unsigned i = 0; i < size; ++i) {
    ids[i] = table.byte_id(byte(i));
    keys[i] = i + 1 < size ? key_at(table.find_bytes(byte(i), byte(i + 1)), i) : no_key;
    next[i] = static_cast<std::uint16_t>(i + 1);
    before[i + 1] = static_cast<std::uint16_t>(i);
  }
  std::fill(keys.begin() + size, keys.begin() + count, no_key);

  for (;;) {
    std::uint32_t lowest = no_key;
    for (unsigned i = 0; i < count; ++i) {
      lowest = std::min(lowest, keys[i]);
    }
    if (lowest == no_key) break;
    const unsigned at = lowest & ((1U << bits) - 1);
    const TokenId token = lowest >> bits;
    const unsigned gone = next[at];
    const unsigned after = next[gone];
    ids[at] = token;
    next[at] = static_cast<std::uint16_t>(after);
    before[after] = static_cast<std::uint16_t>(at);
    keys[gone] = no_key;
    keys[at] = after == size ? no_key : key_at(table.find(token, ids[after]), at);
    if (at > 0) {
      const unsigned left = before[at];
      keys[left] = key_at(table.find(ids[left], token), left);
    }
  }
  TokenId* to = out;
  for (unsigned i = 0; i < size; i = next[i]) {
    *to++ = ids[i];
  }
  return static_cast<std::size_t>(to - out);
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
