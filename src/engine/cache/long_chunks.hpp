// LongChunks stores the ids of chunks of 16 to 512 bytes: a hash table of places in an arena of
// records.
//
//   record     half of the hash | size, number of ids, whether it was used | bytes | ids
//   a chunk of 20 bytes with the ids 77 78     hash | 20, 2, no | 20 bytes | 77 78
//
// A record lies in one piece of memory, so that a look-up waits only once for all of the record.
// find() looks a chunk up. Before that, ask_for_slot() and ask_for_record() prefetch what find()
// will read. add() puts a chunk into one of 32 slots of the table. If all of these are used, the
// chunk replaces the one in the first slot. The arena grows up to its bound, which allow() raises.
// Then the records that were looked up since the last time move together, and the others are
// forgotten. memory() gives the bytes of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/machine/large_pages.hpp"

namespace bpetite::engine::cache {

class LongChunks {
 public:
  static constexpr std::size_t max_chunk = 512;
  static constexpr std::size_t most_slots = 32;  // a chunk is in one of these

  explicit LongChunks(std::size_t max_memory);

  // The arena may have more memory from now on.
  void allow(std::size_t max_memory);

  // Prefetches what find() will read: first the slot of a hash, and when that is there, the record.
  void ask_for_slot(std::uint64_t hash) const { __builtin_prefetch(&slots_[first_slot(hash)]); }
  void ask_for_record(std::uint64_t hash) const {
    const std::uint32_t* const record = &words_[place_of(slots_[first_slot(hash)])];
    __builtin_prefetch(record);
    __builtin_prefetch(record + 16);
  }

  // The ids of a chunk; none if it is not known. Sixteen more can be read behind them. They are
  // there until the next add().
  std::span<const TokenId> find(std::string_view chunk, std::uint64_t hash);
  void add(std::string_view chunk, std::uint64_t hash, std::span<const TokenId> ids);

  // Bytes of the arena and of the table.
  std::size_t memory() const {
    return capacity_ * sizeof(std::uint32_t) + slots_.size() * sizeof(slots_[0]);
  }

 private:
  // Half of the hash, and the place of the record, which is never 0.
  using Slot = std::uint64_t;

  static std::uint32_t kept_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32);
  }
  static std::uint32_t place_of(Slot slot) { return static_cast<std::uint32_t>(slot); }
  std::size_t first_slot(std::uint64_t hash) const { return kept_of(hash) & (slots_.size() - 1); }

  void allocate(std::size_t words);
  void make_room(std::size_t words);
  void sweep();
  void place(std::uint32_t record);
  void place_all(std::size_t slots);
  std::size_t words_at(std::uint32_t record) const;

  std::size_t max_words_;
  machine::Zeros<std::uint32_t> words_;
  std::size_t capacity_ = 0;  // in words; there are some more to be read
  std::size_t size_ = 1;      // in words
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace bpetite::engine::cache
