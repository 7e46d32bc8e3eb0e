// The ids of chunks that were merged before.
//
//   " the"     key  20 74 68 65 00 ... 04      ids  262      count  1
//
// A chunk of up to 15 bytes is its own key: the bytes and their number, compared exactly. Two keys
// share a line of memory of 64 bytes; a chunk is looked for in one line and nowhere else, and a new
// one takes the place of the older of two. Up to three ids lie beside the key, more in an arena.
// Longer chunks, up to max_chunk bytes, are kept with their bytes in a second table.
//
// Memory: bounded by the budget; what would go beyond wipes the cache, and it fills anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const ShortKey&, const ShortKey&) = default;

  std::uint64_t hash() const { return mixed(low, high); }
};

inline constexpr std::size_t max_short_chunk = 15;

// What keeps the first bytes of sixteen, by their number, and puts the number into the last.
struct KeyMask {
  std::uint64_t low;
  std::uint64_t high;
  std::uint64_t size;
};

inline constexpr std::array<KeyMask, 16> key_masks = [] {
  std::array<KeyMask, 16> all{};
  for (std::uint64_t size = 0; size < 16; ++size) {
    const auto low_bytes = [](std::uint64_t count) {
      return count >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * count)) - 1;
    };
    all[size] = {low_bytes(size), size > 8 ? low_bytes(size - 8) : 0, size << 56};
  }
  return all;
}();

// The key of a short chunk. Sixteen bytes are read where there are so many.
inline ShortKey short_key(const char* bytes, std::size_t size, std::size_t readable) {
  std::array<std::uint64_t, 2> words{};
  std::memcpy(words.data(), bytes, readable >= 16 ? 16 : size);
  const KeyMask& mask = key_masks[size];
  return {words[0] & mask.low, (words[1] & mask.high) | mask.size};
}

struct CachedChunk {
  ShortKey key;  // all zero where there is none: no chunk is empty
  std::array<TokenId, 3> ids;
  std::uint32_t count;  // above 3: ids[0] is a place in the arena
};
static_assert(sizeof(CachedChunk) == 32);

class ChunkCache {
 public:
  static constexpr std::size_t default_memory = std::size_t{48} << 20;
  static constexpr std::size_t max_chunk = 512;

  // With a smaller budget it wipes itself sooner: for tests.
  explicit ChunkCache(std::size_t max_memory = default_memory);

  // The line of a key: two entries, to be compared with it.
  CachedChunk* line(std::uint64_t hash) { return &entries_[2 * (hash >> shift_)]; }

  // The ids of an entry.
  std::span<const TokenId> ids(const CachedChunk& entry) const {
    return entry.count <= 3 ? std::span(entry.ids.data(), entry.count)
                            : std::span(arena_.data() + entry.ids[0], entry.count);
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
  struct Free {
    void operator()(CachedChunk* entries) const { std::free(entries); }
  };

  void allocate(unsigned line_bits);
  void grow();
  void wipe();

  std::size_t max_memory_;
  std::unique_ptr<CachedChunk[], Free> entries_;
  unsigned line_bits_ = 0;
  unsigned shift_ = 0;
  std::size_t used_ = 0;
  std::vector<TokenId> arena_;
  std::vector<LongChunk> long_chunks_;
  std::size_t long_used_ = 0;
  std::string long_bytes_;
};

}  // namespace bpetite::engine
