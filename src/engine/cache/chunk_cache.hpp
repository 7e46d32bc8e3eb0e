// ChunkCache stores the ids of chunks that were merged before, in two tables by the length of the
// chunk. It looks chunks up, adds them, and prefetches the memory of both tables. view() is what
// the kernels, the inner loops of the engine, read of the table of short chunks.
//
//   " the"                    4 bytes: in the table for 1 to 15 bytes (short_chunks.hpp)
//   " internationalization"   21 bytes: in the table for 16 to 512 bytes (long_chunks.hpp)
//
// The caller must not add longer chunks. A chunk without ids is not stored.
//
// The memory is bounded. The table of short chunks has at most default_memory at first, if the
// caller gives no other bound. A text that expect() announces raises this bound to memory_per_byte
// for each of its bytes, but to most_memory at most. The table of long chunks has an eighth of that
// in addition. expect_many() makes the table of short chunks large at once, and memory() says how
// many bytes both tables have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <bpetite/ids.hpp>

#include "core/hash.hpp"
#include "engine/cache/long_chunks.hpp"
#include "engine/cache/short_chunks.hpp"

namespace bpetite::engine::cache {

class ChunkCache {
 public:
  static constexpr std::size_t default_memory = std::size_t{48} << 20;
  static constexpr std::size_t memory_per_byte = 12;
  static constexpr std::size_t most_memory = std::size_t{768} << 20;
  static constexpr std::size_t max_chunk = LongChunks::max_chunk;
  using View = ShortChunks::View;

  // Tests give a small budget, so that chunks are forgotten sooner, and a seed.
  explicit ChunkCache(std::size_t max_memory = default_memory,
                      const HashSeed& seed = new_hash_seed(), IdWidth width = IdWidth::three)
      : seed_(seed), short_(max_memory, seed, width), long_(max_memory / share_of_long) {}

  // Announces a text, by its size in bytes.
  void expect(std::size_t bytes) {
    const std::size_t memory =
        bytes < most_memory / memory_per_byte ? bytes * memory_per_byte : most_memory;
    short_.allow(memory);
    long_.allow(memory / share_of_long);
  }

  // See ShortChunks::expect_many().
  void expect_many() { short_.expect_many(); }

  View view() const { return short_.view(); }

  // See ShortChunks::emit().
  TokenId* emit(const ShortKey& key, TokenId* out) const { return short_.emit(key, out); }
  static constexpr std::size_t beyond = ShortChunks::beyond;

  // Prefetches the line that add() will write.
  void ask_for_line(const ShortKey& key) const {
    const View cache = view();
    __builtin_prefetch(cache.entries_of(cache.line_of(key)));
  }
  // A chunk whose bytes were all dropped (S31d) is not kept: it is cheap, and no ids mean unknown.
  void add(const ShortKey& key, std::span<const TokenId> ids) {
    if (!ids.empty()) short_.add(key, ids);
  }

  // The hash of a longer chunk.
  std::uint64_t hash_of(std::string_view chunk) const { return hash_long_bytes(chunk, seed_); }

  // What find_long() will read: see LongChunks.
  void ask_for_slot(std::uint64_t hash) const { long_.ask_for_slot(hash); }
  void ask_for_record(std::uint64_t hash) const { long_.ask_for_record(hash); }
  std::span<const TokenId> find_long(std::string_view chunk, std::uint64_t hash) {
    return long_.find(chunk, hash);
  }
  void add_long(std::string_view chunk, std::uint64_t hash, std::span<const TokenId> ids) {
    if (!ids.empty()) long_.add(chunk, hash, ids);
  }

  std::size_t memory() const { return short_.memory() + long_.memory(); }

 private:
  static constexpr std::size_t share_of_long = 8;

  HashSeed seed_;
  ShortChunks short_;
  LongChunks long_;
};

}  // namespace bpetite::engine::cache
