// Looks up, adds and removes the entries of short chunks (ShortChunks). emit() writes the ids of a
// chunk. add() puts a chunk into the first free entry of up to 16 lines, or into a whole free line
// if the chunk has many ids. If none is free, the chunk replaces an entry of its first line, or all
// of the line. A table in which too many entries are used grows to two or four times its size. At
// its bound, which allow() raises, the entries that were not used lately (in the current
// generation) are removed, and some of the others too if there are too many. expect_many() makes
// the table large before the first chunk comes.
//
//   " the" with one id     one entry        a chunk with eight ids of three bytes     a whole line
#include "engine/cache/short_chunks.hpp"

#include <algorithm>
#include <utility>

namespace bpetite::engine::cache {
namespace {

// The highest byte of a key that is none: of the second half of a whole line, and of an entry that
// is free, though a search goes on behind it.
constexpr std::uint64_t rest_of_line = std::uint64_t{0xFF} << 56;
constexpr std::uint64_t passed = std::uint64_t{0xFE} << 56;

constexpr std::uint8_t generation_bit = 0x10;

// A table of 8 MB is let fill to a half before it grows, a smaller one to a quarter: memory that is
// touched for the first time costs more than a look-up in the line beside.
constexpr unsigned large_line_bits = 17;

constexpr std::size_t bytes_of(unsigned line_bits) { return sizeof(CachedChunk) * 2 << line_bits; }

// Behind the last line there are as many more as a search may go on.
constexpr std::size_t bytes_behind = sizeof(CachedChunk) * 2 * ShortChunks::most_lines;

// A sixteenth of the memory at first, at most 2 MB: one large page.
unsigned first_line_bits(std::size_t max_memory) {
  unsigned bits = 6;
  while (bits < 15 && std::size_t{128} << bits <= max_memory / 16) ++bits;
  return bits;
}

bool is_free(const CachedChunk& entry) { return entry.ends_search() || entry.key.high == passed; }

}  // namespace

ShortChunks::ShortChunks(std::size_t max_memory, const HashSeed& seed, IdWidth width)
    : max_memory_(max_memory), seed_(seed), width_(width), generation_(0) {
  allocate(first_line_bits(max_memory));
}

void ShortChunks::allow(std::size_t max_memory) { max_memory_ = std::max(max_memory_, max_memory); }

void ShortChunks::expect_many() {
  if (line_bits_ >= large_line_bits || bytes_of(large_line_bits) > max_memory_ / 3) return;
  allocate(large_line_bits);
  machine::make_ready(entries_.get(), memory());
}

std::size_t ShortChunks::memory() const { return bytes_of(line_bits_) + bytes_behind; }

ShortChunks::View ShortChunks::view() const {
  return {entries_.get(),
          width_ == IdWidth::two ? &spread_by_two : &spread_by_three,
          seed_,
          64 - line_bits_,
          static_cast<unsigned>(ids_in_packed(width_)),
          width_,
          generation_};
}

TokenId* ShortChunks::emit(const ShortKey& key, TokenId* out) const {
  const View cache = view();
  CachedChunk* const entry = cache.find(cache.line_of(key), key);
  if (entry == nullptr) return nullptr;
  const unsigned count = cache.use(*entry);
  unpack(entry->ids.data(), width_, out);
  if (count > cache.in_one) {
    const auto* const rest = reinterpret_cast<const unsigned char*>(entry + 1);
    unpack(rest, width_, out + cache.in_one);
    unpack(rest + sizeof(ShortKey), width_, out + std::size_t{2} * cache.in_one);
  }
  return out + count;
}

// Large pages are dear where a virtual machine's host has to find them: only as many as most texts
// need.
void ShortChunks::allocate(unsigned line_bits) {
  const machine::Pages pages =
      line_bits <= large_line_bits ? machine::Pages::large : machine::Pages::usual;
  entries_ = machine::zeros<CachedChunk>((bytes_of(line_bits) + bytes_behind) / sizeof(CachedChunk),
                                         pages);
  line_bits_ = line_bits;
  if (pages == machine::Pages::usual) machine::make_ready(entries_.get(), memory());
  used_ = 0;
  set_next_step();
}

// While the old table is read there are two, so that one may have two thirds of the memory.
std::size_t ShortChunks::most_table() const { return max_memory_ / 3 * 2; }

bool ShortChunks::may_grow() const { return bytes_of(line_bits_ + 1) <= most_table(); }

std::size_t ShortChunks::most_used() const {
  const std::size_t lines = std::size_t{1} << line_bits_;
  if (!may_grow()) return lines + lines / 4;
  return line_bits_ < large_line_bits ? lines / 2 : lines;
}

void ShortChunks::add(const ShortKey& key, std::span<const TokenId> ids) {
  if (used_ >= next_step_) make_room();
  const std::size_t in_one = ids_in_packed(width_);
  CachedChunk entry{key, {}, static_cast<std::uint8_t>(ids.size() | generation_)};
  pack(ids.first(std::min(ids.size(), in_one)), width_, entry.ids.data());
  if (ids.size() <= in_one) {
    place(entry, nullptr);
    return;
  }
  CachedChunk rest{{0, rest_of_line}, {}, 0};
  ids = ids.subspan(in_one);
  pack(ids.first(std::min(ids.size(), in_one)), width_,
       reinterpret_cast<unsigned char*>(&rest.key));
  if (ids.size() > in_one) pack(ids.subspan(in_one), width_, rest.ids.data());
  place(entry, &rest);
}

// A chunk that came first is often the most frequent one. It keeps its place, which is looked at
// first, as long as the table has space.
void ShortChunks::place(const CachedChunk& entry, const CachedChunk* rest) {
  const View cache = view();
  const std::uint32_t line = cache.line_of(entry.key);
  for (std::uint32_t n = 0; n < most_lines; ++n) {
    CachedChunk* const both = cache.entries_of(View::nth_line(line, n));
    if (both[0].key == entry.key || both[1].key == entry.key) return;
    if (rest == nullptr) {
      CachedChunk* const free = is_free(both[0]) ? both : both + 1;
      if (!is_free(*free)) continue;
      *free = entry;
      ++used_;
      return;
    }
    if (is_free(both[0]) && is_free(both[1])) {
      both[0] = entry;
      both[1] = *rest;
      used_ += 2;
      return;
    }
    if (is_free(both[1])) both[1].key.high = passed;
  }
  replace(entry, rest);
}

void ShortChunks::replace(const CachedChunk& entry, const CachedChunk* rest) {
  const View cache = view();
  CachedChunk* const both = cache.entries_of(cache.line_of(entry.key));
  if (rest != nullptr) {
    both[1] = *rest;
  } else if (both[1].key.high >= rest_of_line) {
    both[1] = {{0, passed}, {}, 0};
  } else {
    both[1] = both[0];
  }
  both[0] = entry;
}

// Chunks that need a whole line first: so all of a pair of lines find room there again.
template <typename Keep>
void ShortChunks::place_all(const CachedChunk* entries, std::size_t count, const Keep& keep) {
  const auto has_rest = [&](std::size_t i) {
    return (entries[i].tail & View::count_mask) > ids_in_packed(width_);
  };
  for (const bool whole_lines : {true, false}) {
    for (std::size_t i = 0; i < count; ++i) {
      if (entries[i].key.high >= passed || entries[i].ends_search()) continue;
      if (has_rest(i) == whole_lines && keep(entries[i])) {
        place(entries[i], whole_lines ? &entries[i + 1] : nullptr);
      }
    }
  }
}

void ShortChunks::make_room() {
  if (used_ < most_used()) {
    generation_ ^= generation_bit;
    next_step_ = most_used();
    return;
  }
  if (may_grow()) {
    grow();
  } else {
    sweep();
  }
  set_next_step();
}

// A table that can still grow needs no generations.
void ShortChunks::set_next_step() {
  next_step_ = may_grow() ? most_used() : used_ + (most_used() - used_) / 2;
}

// Four times as many lines, from 8 MB on twice as many.
void ShortChunks::grow() {
  const std::size_t count = memory() / sizeof(CachedChunk);
  const unsigned more_bits = line_bits_ < large_line_bits ? 2 : 1;
  const auto old = std::move(entries_);
  allocate(bytes_of(line_bits_ + more_bits) <= most_table() ? line_bits_ + more_bits
                                                            : line_bits_ + 1);
  for (std::size_t i = 0; i < count; i += 4) {
    place_all(&old[i], 4, [](const CachedChunk&) { return true; });
  }
}

// Takes out what was not used in this generation, pair of lines by pair of lines. What is placed
// again never goes behind the pair that it is from, so that no search ends too early.
void ShortChunks::sweep() {
  const std::size_t most_kept = most_used() / 4 * 3;
  const std::size_t count = memory() / sizeof(CachedChunk);
  used_ = 0;
  for (std::size_t i = 0; i < count; i += 4) {
    std::array<CachedChunk, 4> pair;
    std::copy_n(&entries_[i], 4, pair.begin());
    std::fill_n(&entries_[i], 4, CachedChunk{});
    place_all(pair.data(), 4, [&](const CachedChunk& entry) {
      return used_ < most_kept && (entry.tail & generation_bit) == generation_;
    });
  }
}

}  // namespace bpetite::engine::cache
