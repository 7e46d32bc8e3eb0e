// The ids of chunks that were merged before.
//
//   " the"     key  20 74 68 65 00 ... 04      ids  262      count  1
//
// A chunk of up to 15 bytes is its own key: the bytes and their number, compared exactly. Two keys
// share a line of memory of 64 bytes. A new one displaces the older of two into the line beside, or
// out of the cache if that is full: a chunk is looked for in one line, and if need be in the next.
// Up to three ids lie beside the key, more in an arena. Longer chunks, up to max_chunk bytes, are
// kept with their bytes in a second table.
//
// Memory: bounded by the budget; what would go beyond wipes the cache, and it fills anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/hash.hpp"

namespace bpetite::engine {

// A chunk of up to 15 bytes, and in the highest byte their number.
struct ShortKey {
  std::uint64_t low;  // not initialized: arrays of keys are filled at once
  std::uint64_t high;
  friend bool operator==(const ShortKey&, const ShortKey&) = default;

  // Two multiplications: the highest bits depend on all bytes.
  std::uint64_t hash() const { return low * 0x9E3779B97F4A7C15U + high * 0xD6E8FEB86659FD93U; }
};

inline constexpr std::size_t max_short_chunk = 15;

// What keeps the first bytes of sixteen, by their number.
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

// The key of a short chunk, from sixteen bytes of which the first `size` are its own.
inline ShortKey short_key_of_16(const char* bytes, std::size_t size) {
  ShortKey key;
  std::memcpy(&key, bytes, sizeof key);
  key.low &= key_masks[size].low;
  key.high = (key.high & key_masks[size].high) | std::uint64_t{size} << 56;
  return key;
}

// The same where there may be no sixteen bytes.
inline ShortKey short_key(std::string_view chunk) {
  std::array<char, 16> bytes{};
  std::memcpy(bytes.data(), chunk.data(), chunk.size());
  return short_key_of_16(bytes.data(), chunk.size());
}

struct CachedChunk {
  ShortKey key;                // all zero where there is none: no chunk is empty
  std::array<TokenId, 4> ids;  // up to three, and last their number; above 3: [0] is in the arena

  std::uint32_t count() const { return ids[3]; }
};
static_assert(sizeof(CachedChunk) == 32);

class ChunkCache {
 public:
  static constexpr std::size_t default_memory = std::size_t{48} << 20;
  static constexpr std::size_t max_chunk = 512;

  // With a smaller budget it wipes itself sooner: for tests.
  explicit ChunkCache(std::size_t max_memory = default_memory);

  // The line of a hash: two entries, to be compared with the key. When the cache grows, lines
  // change their numbers, but none becomes invalid: what is not found there is looked for anew.
  std::uint32_t line(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(hash >> shift_);
  }
  const CachedChunk* entries(std::uint32_t line) const { return &entries_[std::size_t{2} * line]; }

  // The entry of a key that gave way to newer ones, in the line beside; null if there is none.
  const CachedChunk* displaced(std::uint32_t line, const ShortKey& key) const {
    const CachedChunk* const beside = entries(line ^ 1U);
    return beside[0].key == key ? beside : beside[1].key == key ? beside + 1 : nullptr;
  }

  // The entry of a key, wherever it is.
  const CachedChunk* find(const ShortKey& key) const {
    const std::uint32_t at = line(key.hash());
    const CachedChunk* const here = entries(at);
    return here[0].key == key ? here : here[1].key == key ? here + 1 : displaced(at, key);
  }

  // More ids than lie beside a key; there are sixteen to be read.
  const TokenId* many_ids(const CachedChunk& entry) const { return arena_.data() + entry.ids[0]; }

  // The ids of an entry.
  std::span<const TokenId> ids(const CachedChunk& entry) const {
    return entry.count() <= 3 ? std::span(entry.ids.data(), entry.count())
                              : std::span(arena_.data() + entry.ids[0], entry.count());
  }

  void add(const ShortKey& key, std::span<const TokenId> ids);

  // The ids of a longer chunk; none if it is not known.
  std::span<const TokenId> find_long(std::string_view chunk, std::uint64_t hash) const;
  void add_long(std::string_view chunk, std::uint64_t hash, std::span<const TokenId> ids);

 private:
  struct LongChunk {
    std::uint64_t hash = 0;
    std::uint32_t bytes_at = 0;
    std::uint32_t size = 0;  // 0: none
    std::uint32_t ids_at = 0;
    std::uint32_t count = 0;
  };
  // Memory of zeros that is touched when it is used.
  struct Unmap {
    Unmap() noexcept : bytes(0) {}
    explicit Unmap(std::size_t size) noexcept : bytes(size) {}
    std::size_t bytes;
    void operator()(CachedChunk* entries) const;
  };

  void allocate(unsigned line_bits);
  void keep(std::span<const TokenId> ids);
  void place(const CachedChunk& entry);
  void grow();
  void wipe();

  std::size_t max_memory_;
  std::unique_ptr<CachedChunk[], Unmap> entries_;
  unsigned line_bits_ = 0;
  unsigned shift_ = 0;
  std::size_t used_ = 0;
  std::vector<TokenId> arena_;
  std::size_t arena_size_ = 0;
  std::vector<LongChunk> long_chunks_;
  std::size_t long_used_ = 0;
  std::string long_bytes_;
};

}  // namespace bpetite::engine
