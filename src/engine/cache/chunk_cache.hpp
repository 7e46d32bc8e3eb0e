// Keeps the ids of chunks that were merged before.
//
//   " the"     key  20 74 68 65 00 ... 04      ids  262      count  1
//
// A chunk of up to 15 bytes is its own key: the bytes and their number, compared exactly. Two keys
// share a line of memory of 64 bytes. A third goes to the line beside, and on to the lines behind
// them; where sixteen are full, it takes the place of an older one. A chunk is looked for in the
// same order, up to the first empty place. Up to three ids lie beside the key, more in an arena.
// Longer chunks, up to max_chunk bytes, are kept with their bytes in a second table; there, too,
// one that finds no free slot among the first 32 takes the place of another.
//
// Memory: bounded by the budget; what would go beyond wipes the cache, and it fills anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/hash.hpp"
#include "engine/machine/large_pages.hpp"

namespace bpetite::engine::cache {

// A chunk of up to 15 bytes, and in the highest byte their number.
struct ShortKey {
  std::uint64_t low;  // not initialized: arrays of keys are filled at once
  std::uint64_t high;
  friend bool operator==(const ShortKey&, const ShortKey&) = default;

  std::uint64_t hash(const HashSeed& seed) const { return low * seed.a + high * seed.b; }
};

inline constexpr std::size_t max_short_chunk = 15;
// The upper half of a key that no chunk has: it says sixteen bytes.
inline constexpr std::uint64_t no_short_key = std::uint64_t{max_short_chunk + 1} << 56;

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
  static constexpr std::uint32_t most_lines = 16;  // where a key may be
  static constexpr std::size_t most_slots = 32;    // where a longer chunk may be

  // With a smaller budget it wipes itself sooner: for tests, as a seed that they know.
  explicit ChunkCache(std::size_t max_memory = default_memory,
                      const HashSeed& seed = new_hash_seed());

  // Makes it as large as texts of some megabytes do, and its memory ready, if the budget allows.
  // Before anything is added.
  void expect_many();

  // What the kernels see of it, until something is added.
  struct View {
    const CachedChunk* entries;
    const TokenId* arena;
    HashSeed seed;
    unsigned shift;

    // The line of a key: two entries, to be compared with it.
    std::uint32_t line_of(const ShortKey& key) const {
      return static_cast<std::uint32_t>(key.hash(seed) >> shift);
    }
    const CachedChunk* entries_of(std::uint32_t line) const {
      return entries + std::size_t{2} * line;
    }

    // The n-th line where a key may be, whose own line is `line`.
    std::uint32_t nth_line(std::uint32_t line, std::uint32_t n) const {
      const auto last = static_cast<std::uint32_t>(~std::uint64_t{0} >> shift);
      return ((line + (n & ~1U)) & last) ^ (n & 1U);
    }

    // The entry of a key, whose own line is `line`, wherever it is; null if there is none.
    const CachedChunk* find(std::uint32_t line, const ShortKey& key) const {
      for (std::uint32_t n = 0; n < most_lines; ++n) {
        const CachedChunk* const both = entries_of(nth_line(line, n));
        if (both[0].key == key) return both;
        if (both[1].key == key) return both + 1;
        if (both[1].count() == 0) return nullptr;
      }
      return nullptr;
    }

    // Writes the ids of an entry, sixteen at most, and what lies behind them; returns where they
    // end.
    TokenId* emit(const CachedChunk& entry, TokenId* out) const {
      if (entry.count() <= 3) [[likely]] {
        std::memcpy(out, entry.ids.data(), sizeof entry.ids);
      } else {
        std::memcpy(out, arena + entry.ids[0], 16 * sizeof(TokenId));
      }
      return out + entry.count();
    }
  };
  View view() const { return {entries_.get(), arena_.get(), seed_, shift_}; }

  const CachedChunk* find(const ShortKey& key) const {
    return view().find(view().line_of(key), key);
  }

  // The ids of an entry.
  std::span<const TokenId> ids(const CachedChunk& entry) const {
    return entry.count() <= 3 ? std::span(entry.ids.data(), entry.count())
                              : std::span(arena_.get() + entry.ids[0], entry.count());
  }

  // Asks memory for what add() will write.
  void ask_for_line(const ShortKey& key) const {
    const View cache = view();
    __builtin_prefetch(cache.entries_of(cache.line_of(key)));
  }
  void add(const ShortKey& key, std::span<const TokenId> ids);

  // The hash of a longer chunk.
  std::uint64_t hash_of(std::string_view chunk) const { return hash_long_bytes(chunk, seed_); }

  // Asks memory for what find_long() will read: for the slot of a hash, and once that is there, for
  // the bytes and ids it leads to.
  void ask_for_slot(std::uint64_t hash) const {
    __builtin_prefetch(&long_chunks_[hash & (long_chunks_.size() - 1)]);
  }
  void ask_for_long(std::uint64_t hash) const {
    const LongChunk& slot = long_chunks_[hash & (long_chunks_.size() - 1)];
    __builtin_prefetch(long_bytes_.data() + slot.bytes_at);
    __builtin_prefetch(arena_.get() + slot.ids_at);
  }

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

  void allocate(unsigned line_bits);
  void keep(std::span<const TokenId> ids);
  void place(const CachedChunk& entry);
  void place_long(const LongChunk& chunk);
  void grow();
  void wipe();

  std::size_t max_memory_;
  HashSeed seed_;
  machine::Zeros<CachedChunk> entries_;
  unsigned line_bits_ = 0;
  unsigned shift_ = 0;
  std::size_t used_ = 0;
  machine::Zeros<TokenId> arena_;  // as large as it may get, and some more
  std::size_t arena_size_ = 0;
  std::vector<LongChunk> long_chunks_;
  std::size_t long_used_ = 0;
  std::string long_bytes_;
};

}  // namespace bpetite::engine::cache
