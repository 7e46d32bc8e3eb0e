// Cuts the texts of a corpus (CorpusCutter), and counts their chunks (ChunkCounts). CorpusCutter
// normalizes a text, and finds the places at which a text that is not normalized yet may be
// divided. ChunkCounts has two hash tables with open addressing, one for short and one for long
// chunks. It adds texts, chunks and other tables, and gives its counts one by one (for_each) or all
// at once (take).
//
//   "ab ab ab"      "ab" 1, " ab" 2
//
// If a search in one of the tables would be too long, all chunks of this table are placed again
// with another seed; longest_look_up() gives the longest search. If a text may need more memory
// than the tables may have (bound_memory), a function that takes the counts is called first.
#include "engine/count/chunk_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "engine/normalize/nfc.hpp"

namespace bpetite::engine::count {
namespace {

constexpr std::size_t blocks_at_once = 128;
constexpr std::size_t first_long_slots = std::size_t{1} << 8;

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

CorpusCutter::CorpusCutter(const Profile& profile)
    : normalizer_(profile.normalizer), cutter_(profile) {}

CorpusCutter::CorpusCutter(scan::Cutter cutter) : cutter_(std::move(cutter)) {}

CorpusCutter::CorpusCutter(kernels::ScanPattern pattern) : cutter_(pattern) {}

std::optional<std::string> CorpusCutter::changed(std::string_view text) const {
  const auto version = form_of(normalizer_);
  return version ? normalize::nfc(*version).changed(text) : std::nullopt;
}

bool CorpusCutter::is_safe_place(std::string_view text, std::size_t at) const {
  if (normalizer_ != Normalizer::none) {
    constexpr std::size_t neighbours = 3;
    const std::string_view around = text.substr(at - 1, neighbours);
    if (around.size() < neighbours || !is_ascii(around)) return false;
  }
  return scan::is_safe_place(cutter_, text, at);
}

std::vector<std::string_view> CorpusCutter::safe_parts(std::string_view text,
                                                       std::size_t size) const {
  return scan::parts_at(
      text, size, [this](std::string_view all, std::size_t at) { return is_safe_place(all, at); });
}

ChunkCounts::ChunkCounts(const CorpusCutter& cutter, machine::Level level, const HashSeed& seed)
    : cutter_(cutter),
      level_(level),
      seed_(seed),
      long_seed_(seed),
      shorts_(std::size_t{1} << first_bits),
      long_slots_(first_long_slots) {}

void ChunkCounts::bound_memory(std::size_t bytes, std::function<void(ChunkCounts&)> when_full) {
  most_memory_ = bytes;
  when_full_ = std::move(when_full);
}

ChunkCounts::Parts ChunkCounts::take() {
  Parts parts = {std::exchange(shorts_, std::vector<ShortCount>(std::size_t{1} << first_bits)),
                 std::exchange(long_chunks_, {}), std::exchange(long_bytes_, {})};
  short_shift_ = 64 - first_bits;
  short_used_ = 0;
  long_slots_ = std::vector<std::size_t>(first_long_slots);
  return parts;
}

// Called before chunks with `bytes` bytes together are added. Reports that the table is full if
// they might make it larger than its bound.
void ChunkCounts::make_space(std::size_t bytes) {
  if (!when_full_ || size() == 0) return;
  // While a vector grows, its old and its new memory are there at the same time.
  const auto grown = [](std::size_t used, std::size_t more, std::size_t space, std::size_t each) {
    std::size_t later = space;
    while (later < used + more) later *= 2;
    return each * (later == space ? space : space + later);
  };
  const std::size_t longs = bytes / (cache::max_short_chunk + 1);
  const std::size_t need =
      grown(2 * short_used_, 2 * bytes, shorts_.size(), sizeof(ShortCount)) +
      grown(2 * long_chunks_.size(), 2 * longs, long_slots_.size(), sizeof(std::size_t)) +
      grown(long_chunks_.size(), longs, std::max<std::size_t>(long_chunks_.capacity(), 1),
            sizeof(LongCount)) +
      grown(long_bytes_.size(), bytes, std::max<std::size_t>(long_bytes_.capacity(), 1), 1);
  if (need > most_memory_) when_full_(*this);
}

void ChunkCounts::add_text(std::string_view text) {
  const std::optional<std::string> changed = cutter_.changed(text);
  add_chunks(changed ? *changed : text);
}

void ChunkCounts::add_chunks(std::string_view text) {
  std::vector<std::uint32_t> starts(scan::Scanner::entries_for(blocks_at_once));
  scan::Scanner scanner(text, cutter_.cutter(), level_);
  std::size_t open = 0;
  while (!scanner.done()) {
    const std::size_t begin = scanner.at();
    const std::size_t count = scanner.scan(starts.data(), blocks_at_once);
    if (count == 0) continue;
    make_space(begin + starts[count - 1] - open);
    if (const std::size_t first = begin + starts[0]; first > open) {
      add(text.substr(open, first - open), 1);
    }
    // The keys of the next chunks are made, and their slots prefetched, before these chunks are
    // counted.
    constexpr std::size_t ahead = 32;
    std::array<cache::ShortKey, ahead> keys;
    for (std::size_t from = 0; from + 1 < count; from += ahead) {
      const std::size_t to = std::min(from + ahead, count - 1);
      const HashSeed seed = seed_;
      const ShortCount* const places = shorts_.data();
      for (std::size_t i = from; i < to; ++i) {
        const std::size_t at = begin + starts[i];
        const std::size_t size = starts[i + 1] - starts[i];
        if (size > cache::max_short_chunk) continue;
        keys[i - from] = text.size() - at >= 16 ? cache::short_key_of_16(text.data() + at, size)
                                                : cache::short_key(text.substr(at, size));
        __builtin_prefetch(places + (keys[i - from].hash(seed) >> short_shift_));
      }
      for (std::size_t i = from; i < to; ++i) {
        const std::size_t size = starts[i + 1] - starts[i];
        if (size <= cache::max_short_chunk) {
          add_short(keys[i - from], 1);
        } else {
          add_long(text.substr(begin + starts[i], size), 1);
        }
      }
    }
    open = begin + starts[count - 1];
  }
  if (open < text.size()) {
    make_space(text.size() - open);
    add(text.substr(open), 1);
  }
}

void ChunkCounts::add_all(const ChunkCounts& other) {
  for (const ShortCount& it : other.shorts_) {
    if (it.count > 0) add_short(it.key, it.count);
  }
  for (const LongCount& it : other.long_chunks_) {
    add_long(std::string_view(other.long_bytes_).substr(it.at, it.size), it.count);
  }
}

void ChunkCounts::add(std::string_view chunk, Count count) {
  if (count == 0 || chunk.empty()) return;
  if (chunk.size() <= cache::max_short_chunk) {
    add_short(cache::short_key(chunk), count);
  } else {
    add_long(chunk, count);
  }
}

void ChunkCounts::add_short(const cache::ShortKey& key, Count count) {
  ShortCount* place = find_short(key);
  while (place == nullptr) {
    seed_ = new_hash_seed();
    place_shorts(shorts_.size());
    place = find_short(key);
  }
  if (place->count == 0) {
    place->key = key;
    ++short_used_;
    if (2 * short_used_ > shorts_.size()) {
      place->count = count;
      return place_shorts(2 * shorts_.size());
    }
  }
  place->count += count;
}

// The place of a key, or a free one for it. Null if all places where it may be are taken.
inline ChunkCounts::ShortCount* ChunkCounts::find_short(const cache::ShortKey& key) {
  const std::size_t mask = shorts_.size() - 1;
  ShortCount* const places = shorts_.data();
  const std::size_t home = key.hash(seed_) >> short_shift_;
  std::size_t i = home;
  while (places[i].count != 0 && !(places[i].key == key)) {
    i = (i + 1) & mask;
    if (((i - home) & mask) == most_places) return nullptr;
  }
  return &places[i];
}

// Places all short chunks again, in `size` places. Draws another seed if some chunk finds no place.
void ChunkCounts::place_shorts(std::size_t size) {
  std::vector<ShortCount> old(size);
  old.swap(shorts_);
  short_shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  for (auto it = old.begin(); it != old.end();) {
    if (it->count == 0) {
      ++it;
    } else if (ShortCount* const place = find_short(it->key)) {
      *place = *it++;
    } else {
      seed_ = new_hash_seed();
      shorts_.assign(size, ShortCount{});
      it = old.begin();
    }
  }
}

void ChunkCounts::add_long(std::string_view chunk, Count count) {
  std::uint64_t hash = hash_long_bytes(chunk, long_seed_);
  std::size_t* slot = find_long(chunk, hash);
  for (; slot == nullptr; slot = find_long(chunk, hash)) {
    draw_long_seed();
    place_longs(long_slots_.size());
    hash = hash_long_bytes(chunk, long_seed_);
  }
  if (*slot != 0) {
    long_chunks_[*slot - 1].count += count;
    return;
  }
  long_chunks_.push_back({hash, long_bytes_.size(), chunk.size(), count});
  long_bytes_.append(chunk);
  *slot = long_chunks_.size();
  if (2 * long_chunks_.size() > long_slots_.size()) place_longs(2 * long_slots_.size());
}

// The slot of a chunk, or a free slot for it. Null if all slots where it may be are taken.
std::size_t* ChunkCounts::find_long(std::string_view chunk, std::uint64_t hash) {
  const std::size_t mask = long_slots_.size() - 1;
  std::size_t i = hash & mask;
  for (std::size_t n = 0; n < most_places; ++n, i = (i + 1) & mask) {
    if (long_slots_[i] == 0) return &long_slots_[i];
    const LongCount& it = long_chunks_[long_slots_[i] - 1];
    if (it.hash == hash && it.size == chunk.size() &&
        std::memcmp(long_bytes_.data() + it.at, chunk.data(), chunk.size()) == 0) {
      return &long_slots_[i];
    }
  }
  return nullptr;
}

// Places all long chunks again, in `size` slots. Draws another seed if some chunk finds no slot.
void ChunkCounts::place_longs(std::size_t size) {
  long_slots_.assign(size, 0);
  for (std::size_t number = 0; number < long_chunks_.size();) {
    const std::size_t begin = long_chunks_[number].hash & (size - 1);
    std::size_t n = 0;
    while (n < most_places && long_slots_[(begin + n) & (size - 1)] != 0) ++n;
    if (n < most_places) {
      long_slots_[(begin + n) & (size - 1)] = ++number;
    } else {
      draw_long_seed();
      long_slots_.assign(size, 0);
      number = 0;
    }
  }
}

void ChunkCounts::draw_long_seed() {
  long_seed_ = new_hash_seed();
  for (LongCount& it : long_chunks_) {
    it.hash = hash_long_bytes(std::string_view(long_bytes_).substr(it.at, it.size), long_seed_);
  }
}

std::size_t ChunkCounts::longest_look_up() const {
  std::size_t longest = 0;
  const auto look_up = [&](std::size_t from, std::size_t to, std::size_t size) {
    longest = std::max(longest, ((to - from) & (size - 1)) + 1);
  };
  for (std::size_t i = 0; i < shorts_.size(); ++i) {
    if (shorts_[i].count == 0) continue;
    look_up(shorts_[i].key.hash(seed_) >> short_shift_, i, shorts_.size());
  }
  for (std::size_t i = 0; i < long_slots_.size(); ++i) {
    if (long_slots_[i] == 0) continue;
    look_up(long_chunks_[long_slots_[i] - 1].hash, i, long_slots_.size());
  }
  return longest;
}

void ChunkCounts::for_each(
    const std::function<void(std::string_view chunk, Count count)>& visit) const {
  for (const ShortCount& it : shorts_) {
    if (it.count == 0) continue;
    std::array<char, 16> bytes;
    std::memcpy(bytes.data(), &it.key, sizeof it.key);
    visit({bytes.data(), it.key.high >> 56}, it.count);
  }
  for (const LongCount& it : long_chunks_) {
    visit(std::string_view(long_bytes_).substr(it.at, it.size), it.count);
  }
}

}  // namespace bpetite::engine::count
