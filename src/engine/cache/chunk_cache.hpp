// Stores the ids of chunks that were merged before, in two hash tables.
//
//   " the"     key  20 74 68 65 00 ... 04      ids  262      number of ids  1
//
// The key of a chunk of up to 15 bytes consists of its bytes and its length, so that comparing keys
// is exact. The first table consists of lines of 64 bytes, with two entries each. The hash of a key
// selects its first line. If both entries are used, the key goes to the other line of the same
// aligned pair, and then to the lines of the next pairs: to one of 16 lines in all. If these are
// full, it replaces an entry of its first line. A search visits the lines in the same order, up to
// the first empty entry. An entry stores up to three ids itself; more are stored in an arena.
//
// The second table has the chunks of 16 to max_chunk bytes. A chunk goes to one of 32 slots. If
// these are used, it replaces the chunk in the first.
//
// The memory is bounded by a budget. If the arena or the bytes of long chunks need more than their
// share of it, the cache is emptied.
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

// A chunk of up to 15 bytes. The highest byte is its length.
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

struct CachedChunk {
  ShortKey key;  // all zero in an empty entry, since no chunk is empty
  // The last is the number of ids. Up to three ids are stored here. If there are more, the first is
  // their place in the arena.
  std::array<TokenId, 4> ids;

  std::uint32_t count() const { return ids[3]; }
};
static_assert(sizeof(CachedChunk) == 32);

class ChunkCache {
 public:
  static constexpr std::size_t default_memory = std::size_t{48} << 20;
  static constexpr std::size_t max_chunk = 512;
  static constexpr std::uint32_t most_lines = 16;  // a key is in one of these
  static constexpr std::size_t most_slots = 32;    // a longer chunk is in one

  // Tests give a small budget, so that the cache is emptied sooner, and a seed.
  explicit ChunkCache(std::size_t max_memory = default_memory,
                      const HashSeed& seed = new_hash_seed());

  // Makes the table as large as texts of several megabytes need it, and prefaults its memory, if
  // the budget allows it. Must be called before add().
  void expect_many();

  // What the kernels may read. add() makes it invalid.
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

    // The n-th line to search for a key whose first line is `line`.
    std::uint32_t nth_line(std::uint32_t line, std::uint32_t n) const {
      const auto last = static_cast<std::uint32_t>(~std::uint64_t{0} >> shift);
      return ((line + (n & ~1U)) & last) ^ (n & 1U);
    }

    // The entry of a key whose first line is `line`; null if there is none.
    const CachedChunk* find(std::uint32_t line, const ShortKey& key) const {
      for (std::uint32_t n = 0; n < most_lines; ++n) {
        const CachedChunk* const both = entries_of(nth_line(line, n));
        if (both[0].key == key) return both;
        if (both[1].key == key) return both + 1;
        if (both[1].count() == 0) return nullptr;
      }
      return nullptr;
    }

    // Copies the ids of an entry to `out`, and returns the end of the ids. Up to 16 ids are
    // written; those after the end have no meaning.
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

  // Prefetches the line that add() will write.
  void ask_for_line(const ShortKey& key) const {
    const View cache = view();
    __builtin_prefetch(cache.entries_of(cache.line_of(key)));
  }
  void add(const ShortKey& key, std::span<const TokenId> ids);

  // The hash of a longer chunk.
  std::uint64_t hash_of(std::string_view chunk) const { return hash_long_bytes(chunk, seed_); }

  // Prefetches what find_long() will read: ask_for_slot() the slot of a hash, and later, when the
  // slot is there, ask_for_long() its bytes and ids.
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
    std::uint32_t size = 0;  // 0 in an empty slot
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
  machine::Zeros<TokenId> arena_;  // of its largest size, and 16 ids more
  std::size_t arena_size_ = 0;
  std::vector<LongChunk> long_chunks_;
  std::size_t long_used_ = 0;
  std::string long_bytes_;
};

}  // namespace bpetite::engine::cache
