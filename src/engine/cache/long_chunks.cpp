// Looks up, adds and forgets the ids of long chunks (LongChunks). find() marks the record that it
// finds as used. add() puts a new record at the end of the arena, and the place of the record into
// the first free one of 32 slots of the hash table. If no slot is free, the place replaces the one
// in the first slot. A full arena grows up to its bound, which allow() raises. At the bound, the
// records that were used since the last such move go to the front of the arena, up to half of it,
// and the others are forgotten. The hash table doubles when half of it is used.
#include "engine/cache/long_chunks.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace bpetite::engine::cache {
namespace {

constexpr std::size_t first_slots = 1U << 10;  // a power of two
constexpr std::size_t least_words = 1U << 11;  // three of the longest records
constexpr std::size_t read_beyond = 32;        // words behind the last record

// The second word of a record.
constexpr unsigned size_bits = 10;
constexpr std::uint32_t size_mask = (1U << size_bits) - 1;
constexpr std::uint32_t used_bit = std::uint32_t{1} << 31;
constexpr std::size_t head_words = 2;

constexpr std::size_t words_of_bytes(std::size_t bytes) { return (bytes + 3) / 4; }

constexpr std::size_t size_of(std::uint32_t head) { return head & size_mask; }
constexpr std::size_t count_of(std::uint32_t head) { return head >> size_bits & size_mask; }

constexpr std::size_t words_of(std::size_t size, std::size_t count) {
  return head_words + words_of_bytes(size) + count;
}
static_assert(3 * words_of(LongChunks::max_chunk, LongChunks::max_chunk) <= least_words);

}  // namespace

LongChunks::LongChunks(std::size_t max_memory) : max_words_(0), slots_(first_slots) {
  allow(max_memory);
  allocate(max_words_);  // what is not touched takes no memory
}

void LongChunks::allow(std::size_t max_memory) {
  max_words_ = std::max({max_words_, max_memory / sizeof(std::uint32_t), least_words});
}

void LongChunks::allocate(std::size_t words) {
  auto old = std::move(words_);
  words_ = machine::zeros<std::uint32_t>(words + read_beyond, machine::Pages::usual);
  if (old != nullptr) std::copy_n(old.get(), size_, words_.get());
  capacity_ = words;
}

std::span<const TokenId> LongChunks::find(std::string_view chunk, std::uint64_t hash) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t n = 0; n < most_slots; ++n) {
    const Slot slot = slots_[(first_slot(hash) + n) & mask];
    if (slot == 0) return {};
    if (slot >> 32 != kept_of(hash)) continue;
    std::uint32_t* const record = &words_[place_of(slot)];
    std::uint32_t& head = record[1];
    if (size_of(head) != chunk.size()) continue;
    if (std::memcmp(record + head_words, chunk.data(), chunk.size()) != 0) continue;
    if ((head & used_bit) == 0) head |= used_bit;
    return {record + head_words + words_of_bytes(chunk.size()), count_of(head)};
  }
  return {};
}

void LongChunks::add(std::string_view chunk, std::uint64_t hash, std::span<const TokenId> ids) {
  const std::size_t words = words_of(chunk.size(), ids.size());
  if (size_ + words > capacity_) make_room(words);
  if (2 * used_ >= slots_.size()) place_all(2 * slots_.size());
  std::uint32_t* const record = &words_[size_];
  record[0] = kept_of(hash);
  record[1] = static_cast<std::uint32_t>(chunk.size() | ids.size() << size_bits);
  std::memcpy(record + head_words, chunk.data(), chunk.size());
  std::ranges::copy(ids, record + head_words + words_of_bytes(chunk.size()));
  place(static_cast<std::uint32_t>(size_));
  size_ += words;
}

std::size_t LongChunks::words_at(std::uint32_t record) const {
  const std::uint32_t head = words_[record + 1];
  return words_of(size_of(head), count_of(head));
}

void LongChunks::place(std::uint32_t record) {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t hash = words_[record];
  const Slot slot = Slot{hash} << 32 | record;
  for (std::size_t n = 0; n < most_slots; ++n) {
    Slot& free = slots_[(hash + n) & mask];
    if (free != 0) continue;
    free = slot;
    ++used_;
    return;
  }
  slots_[hash & mask] = slot;
}

void LongChunks::place_all(std::size_t slots) {
  slots_.assign(slots, 0);
  used_ = 0;
  for (std::size_t at = 1; at < size_; at += words_at(static_cast<std::uint32_t>(at))) {
    place(static_cast<std::uint32_t>(at));
  }
}

void LongChunks::make_room(std::size_t words) {
  if (capacity_ < max_words_) {
    allocate(std::min(2 * capacity_, max_words_));
  } else {
    sweep();
  }
  if (size_ + words > capacity_) make_room(words);
}

// Records that were used move to the front, as many as half of the arena holds.
void LongChunks::sweep() {
  std::size_t to = 1;
  for (std::size_t at = 1; at < size_;) {
    const std::size_t words = words_at(static_cast<std::uint32_t>(at));
    std::uint32_t* const record = &words_[at];
    if ((record[1] & used_bit) != 0 && to + words <= capacity_ / 2) {
      record[1] &= ~used_bit;
      std::memmove(&words_[to], record, words * sizeof(std::uint32_t));
      to += words;
    }
    at += words;
  }
  size_ = to;
  place_all(slots_.size());
}

}  // namespace bpetite::engine::cache
