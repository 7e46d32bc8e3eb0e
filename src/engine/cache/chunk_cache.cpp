#include "engine/cache/chunk_cache.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/machine/large_pages.hpp"

namespace bpetite::engine::cache {
namespace {

// A sixteenth of the memory at first, at most 2 MB: one large page.
unsigned first_line_bits(std::size_t max_memory) {
  unsigned bits = 8;
  while (bits < 15 && std::size_t{128} << bits <= max_memory / 16) ++bits;
  return bits;
}

// A table of 8 MB is let fill to a half before it grows, a smaller one to a quarter: memory that is
// touched for the first time costs more than a look-up in the line beside.
constexpr unsigned large_line_bits = 17;

constexpr std::size_t first_long = 1U << 10;  // slots, a power of two

}  // namespace

ChunkCache::ChunkCache(std::size_t max_memory, const HashSeed& seed)
    : max_memory_(max_memory),
      seed_(seed),
      arena_(machine::zeros<TokenId>(max_memory / 8 / sizeof(TokenId) + max_chunk + 16,
                                     machine::Pages::usual)) {
  allocate(first_line_bits(max_memory));
  long_chunks_.resize(first_long);
}

void ChunkCache::expect_many() {
  if (line_bits_ >= large_line_bits || std::size_t{64} << large_line_bits > max_memory_ / 4) return;
  allocate(large_line_bits);
  machine::make_ready(entries_.get(), std::size_t{64} << line_bits_);
}

// Large pages are dear where a virtual machine's host has to find them: only as many as most texts
// need.
void ChunkCache::allocate(unsigned line_bits) {
  const machine::Pages pages =
      line_bits <= large_line_bits ? machine::Pages::large : machine::Pages::usual;
  entries_ = machine::zeros<CachedChunk>(std::size_t{2} << line_bits, pages);
  if (pages == machine::Pages::usual)
    machine::make_ready(entries_.get(), std::size_t{64} << line_bits);
  line_bits_ = line_bits;
  shift_ = 64 - line_bits;
  used_ = 0;
}

void ChunkCache::add(const ShortKey& key, std::span<const TokenId> ids) {
  const std::size_t lines = std::size_t{1} << line_bits_;
  if (used_ > (line_bits_ < large_line_bits ? lines / 2 : lines)) grow();
  if (arena_size_ * sizeof(TokenId) > max_memory_ / 8) wipe();
  CachedChunk entry{key, {0, 0, 0, static_cast<TokenId>(ids.size())}};
  if (ids.size() <= 3) {
    std::copy(ids.begin(), ids.end(), entry.ids.begin());
  } else {
    entry.ids[0] = static_cast<TokenId>(arena_size_);
    keep(ids);
  }
  place(entry);
}

// The caller has checked the limit, so there is space for one chunk more. The encoder copies
// sixteen ids at a time: therefore sixteen more can always be read after the last.
void ChunkCache::keep(std::span<const TokenId> ids) {
  std::copy(ids.begin(), ids.end(), arena_.get() + arena_size_);
  arena_size_ += ids.size();
}

// A chunk that came first is often the most frequent one. It keeps its place, which is looked at
// first, as long as the table has space.
void ChunkCache::place(const CachedChunk& entry) {
  const View cache = view();
  const std::uint32_t line = cache.line_of(entry.key);
  for (std::uint32_t n = 0; n < most_lines; ++n) {
    CachedChunk* const both = &entries_[std::size_t{2} * cache.nth_line(line, n)];
    CachedChunk* const free = both[0].count() == 0 ? both : both + 1;
    if (free->count() == 0) {
      *free = entry;
      ++used_;
      return;
    }
  }
  CachedChunk* const here = &entries_[std::size_t{2} * line];
  here[1] = here[0];
  here[0] = entry;
}

// Four times as many lines, from 8 MB on twice as many, until two thirds of the memory are used.
void ChunkCache::grow() {
  const std::size_t lines = std::size_t{1} << line_bits_;
  const unsigned more_bits = line_bits_ < large_line_bits ? 2 : 1;
  if ((lines * 64) << more_bits > max_memory_ * 2 / 3) {
    used_ = 0;  // as large as it gets: older entries give way
    return;
  }
  const auto old = std::move(entries_);
  allocate(line_bits_ + more_bits);
  for (std::size_t i = 0; i < 2 * lines; ++i) {
    if (old[i].count() != 0) place(old[i]);
  }
}

void ChunkCache::wipe() {
  std::memset(static_cast<void*>(entries_.get()), 0, std::size_t{64} << line_bits_);
  used_ = 0;
  arena_size_ = 0;
  std::fill(long_chunks_.begin(), long_chunks_.end(), LongChunk{});
  long_used_ = 0;
  long_bytes_.clear();
}

std::span<const TokenId> ChunkCache::find_long(std::string_view chunk, std::uint64_t hash) const {
  const std::size_t mask = long_chunks_.size() - 1;
  for (std::size_t n = 0; n < most_slots; ++n) {
    const LongChunk& it = long_chunks_[(hash + n) & mask];
    if (it.size == 0) return {};
    if (it.hash == hash && it.size == chunk.size() &&
        std::memcmp(long_bytes_.data() + it.bytes_at, chunk.data(), chunk.size()) == 0) {
      return {arena_.get() + it.ids_at, it.count};
    }
  }
  return {};
}

void ChunkCache::add_long(std::string_view chunk, std::uint64_t hash,
                          std::span<const TokenId> ids) {
  const std::size_t memory = arena_size_ * sizeof(TokenId) + long_bytes_.size();
  if (memory > max_memory_ / 8) wipe();
  if (2 * long_used_ >= long_chunks_.size()) {
    std::vector<LongChunk> old(2 * long_chunks_.size());
    old.swap(long_chunks_);
    long_used_ = 0;
    for (const LongChunk& it : old) {
      if (it.size != 0) place_long(it);
    }
  }
  place_long({hash, static_cast<std::uint32_t>(long_bytes_.size()),
              static_cast<std::uint32_t>(chunk.size()), static_cast<std::uint32_t>(arena_size_),
              static_cast<std::uint32_t>(ids.size())});
  long_bytes_.append(chunk);
  keep(ids);
}

void ChunkCache::place_long(const LongChunk& chunk) {
  const std::size_t mask = long_chunks_.size() - 1;
  for (std::size_t n = 0; n < most_slots; ++n) {
    LongChunk& slot = long_chunks_[(chunk.hash + n) & mask];
    if (slot.size == 0) {
      slot = chunk;
      ++long_used_;
      return;
    }
  }
  long_chunks_[chunk.hash & mask] = chunk;
}

}  // namespace bpetite::engine::cache
