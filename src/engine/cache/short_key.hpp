// ShortKey is the key of a chunk of up to 15 bytes: its bytes and its length in 16 bytes, so that
// comparing keys is exact.
//
//   " the"     20 74 68 65 00 ... 04
//
// short_key() makes the key of a chunk. short_key_of_16() does so where 16 bytes can be read, by
// key_masks, the masks that keep the bytes of the chunk. ShortKey::hash() hashes a key.
// no_short_key is the upper half of a key that no chunk has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/hash.hpp"

namespace bpetite::engine::cache {

// The highest byte is the length of the chunk.
struct ShortKey {
  std::uint64_t low;  // not initialized: all keys of an array are written at once
  std::uint64_t high;
  friend bool operator==(const ShortKey&, const ShortKey&) = default;

  std::uint64_t hash(const HashSeed& seed) const { return low * seed.a + high * seed.b; }
};

inline constexpr std::size_t max_short_chunk = 15;
// The upper half of a key that no chunk has, since its length would be 16.
inline constexpr std::uint64_t no_short_key = std::uint64_t{max_short_chunk + 1} << 56;

// key_masks[n] keeps the first n of 16 bytes.
struct KeyMask {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

inline constexpr std::array<KeyMask, 16> key_masks = [] {
  std::array<KeyMask, 16> all{};
  for (unsigned size = 1; size < 16; ++size) {
    all[size].low = ~std::uint64_t{0} >> (size < 8 ? 64 - 8 * size : 0);
    all[size].high = size > 8 ? ~std::uint64_t{0} >> (128 - 8 * size) : 0;
  }
  return all;
}();

// The key of a short chunk. 16 bytes are read; the first `size` belong to the chunk.
inline ShortKey short_key_of_16(const char* bytes, std::size_t size) {
  ShortKey key;
  std::memcpy(&key, bytes, sizeof key);
  key.low &= key_masks[size].low;
  key.high = (key.high & key_masks[size].high) | std::uint64_t{size} << 56;
  return key;
}

// The same, for a chunk after which there may be no 16 bytes to read.
inline ShortKey short_key(std::string_view chunk) {
  std::array<char, 16> bytes{};
  std::memcpy(bytes.data(), chunk.data(), chunk.size());
  return short_key_of_16(bytes.data(), chunk.size());
}

}  // namespace bpetite::engine::cache
