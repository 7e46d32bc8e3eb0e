// ShortChunks stores the ids of chunks of 1 to 15 bytes: a hash table of lines of 64 bytes, with
// two entries each (CachedChunk).
//
//   " the"     key  20 74 68 65 00 ... 04      ids  06 01 00 ... 01
//
// The hash of a key selects its first line. If that is full, the key goes to the other line of the
// same aligned pair, and then to the lines of the next pairs: to one of 16 lines in all. If these
// are full, the key replaces an entry of its first line. A search visits the lines in the same
// order. It ends at a line whose second entry is free, unless a chunk was placed behind this line.
// add() adds a chunk, and emit() writes its ids. ShortChunks::View has what the kernels, the inner
// loops of the engine, need to search and to mark entries as used.
//
// An entry holds five or seven ids (packed_ids.hpp). A chunk with more, at most 15, takes a whole
// line:
//
//   key, ids 0 to 4 | ids 5 to 9 in place of a key, ids 10 to 14
//
// The table grows as long as its memory allows (allow, expect_many, memory). Then entries that were
// not used lately are removed: each entry says in which of two generations it was used last. A
// generation ends when half of the entries that may still be filled are used. When all of these are
// used, the entries that were last used in the generation before are removed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <bpetite/ids.hpp>

#include "core/hash.hpp"
#include "engine/cache/packed_ids.hpp"
#include "engine/cache/short_key.hpp"
#include "engine/machine/large_pages.hpp"

namespace bpetite::engine::cache {

struct CachedChunk {
  ShortKey key;  // all zero in a free entry, since no chunk is empty
  std::array<unsigned char, packed_size> ids;
  std::uint8_t tail;  // the number of ids, and the generation

  bool ends_search() const { return key.high == 0; }
};
static_assert(sizeof(CachedChunk) == 32);

class ShortChunks {
 public:
  static constexpr std::uint32_t most_lines = 16;  // a key is in one of these

  ShortChunks(std::size_t max_memory, const HashSeed& seed, IdWidth width);

  // The table may have more memory from now on.
  void allow(std::size_t max_memory);

  // Makes the table as large as texts of several megabytes need it, and prefaults its memory, if
  // that is allowed. Must be called before add().
  void expect_many();

  // What the kernels may read, and where they mark what they use. add() makes it invalid.
  struct View {
    static constexpr unsigned count_mask = 15;  // of CachedChunk::tail

    CachedChunk* entries;
    const Spread* spread;
    HashSeed seed;
    unsigned shift;
    unsigned in_one;  // the most ids that one entry holds
    IdWidth width;
    std::uint8_t generation;

    // The line of a key: two entries, to be compared with it.
    std::uint32_t line_of(const ShortKey& key) const {
      return static_cast<std::uint32_t>(key.hash(seed) >> shift);
    }
    CachedChunk* entries_of(std::uint32_t line) const { return entries + std::size_t{2} * line; }

    // The n-th line to search for a key whose first line is `line`.
    static std::uint32_t nth_line(std::uint32_t line, std::uint32_t n) {
      return (line + (n & ~1U)) ^ (n & 1U);
    }

    // The entry of a key whose first line is `line`; null if there is none.
    CachedChunk* find(std::uint32_t line, const ShortKey& key) const {
      for (std::uint32_t n = 0; n < most_lines; ++n) {
        CachedChunk* const both = entries_of(nth_line(line, n));
        if (both[0].key == key) return both;
        if (both[1].key == key) return both + 1;
        if (both[1].ends_search()) return nullptr;
      }
      return nullptr;
    }

    // Marks an entry as used in this generation; returns its number of ids.
    unsigned use(CachedChunk& entry) const {
      const unsigned count = entry.tail & count_mask;
      entry.tail = static_cast<std::uint8_t>(count | generation);
      return count;
    }
  };
  View view() const;

  // Writes the ids of a chunk, and behind them up to `beyond` ids without a meaning; returns the
  // end of the ids, or null if the chunk is not known.
  TokenId* emit(const ShortKey& key, TokenId* out) const;
  static constexpr std::size_t beyond = 3 * unpacked;

  // At most 15 ids.
  void add(const ShortKey& key, std::span<const TokenId> ids);

  // Bytes of the table.
  std::size_t memory() const;

 private:
  std::size_t most_table() const;
  std::size_t most_used() const;
  bool may_grow() const;
  void allocate(unsigned line_bits);
  void place(const CachedChunk& entry, const CachedChunk* rest);
  void replace(const CachedChunk& entry, const CachedChunk* rest);
  template <typename Keep>
  void place_all(const CachedChunk* entries, std::size_t count, const Keep& keep);
  void make_room();
  void set_next_step();
  void grow();
  void sweep();

  std::size_t max_memory_;
  HashSeed seed_;
  IdWidth width_;
  std::uint8_t generation_;
  machine::Zeros<CachedChunk> entries_;
  unsigned line_bits_ = 0;
  std::size_t used_ = 0;       // entries
  std::size_t next_step_ = 0;  // the number of them at which a generation ends, or room is made
};

}  // namespace bpetite::engine::cache
