#include "engine/count/chunk_counts.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace bpetite::engine {
namespace {

constexpr std::size_t blocks_at_once = 128;
constexpr std::size_t first_long_slots = std::size_t{1} << 8;

}  // namespace

ChunkCounts::ChunkCounts(ScanPattern pattern, Level level)
    : pattern_(pattern),
      level_(level),
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

// Before chunks of so many bytes are added: whether all that they can make grow stays in bounds.
void ChunkCounts::make_room(std::size_t bytes) {
  if (!when_full_ || size() == 0) return;
  // What grows is there twice, old and new, for a moment.
  const auto grown = [](std::size_t used, std::size_t more, std::size_t room, std::size_t each) {
    std::size_t later = room;
    while (later < used + more) later *= 2;
    return each * (later == room ? room : room + later);
  };
  const std::size_t longs = bytes / (max_short_chunk + 1);
  const std::size_t need =
      grown(2 * short_used_, 2 * bytes, shorts_.size(), sizeof(ShortCount)) +
      grown(2 * long_chunks_.size(), 2 * longs, long_slots_.size(), sizeof(std::size_t)) +
      grown(long_chunks_.size(), longs, std::max<std::size_t>(long_chunks_.capacity(), 1),
            sizeof(LongCount)) +
      grown(long_bytes_.size(), bytes, std::max<std::size_t>(long_bytes_.capacity(), 1), 1);
  if (need > most_memory_) when_full_(*this);
}

void ChunkCounts::add_text(std::string_view text) {
  std::vector<std::uint32_t> starts(Scanner::room_for(blocks_at_once));
  Scanner scanner(text, pattern_, level_);
  std::size_t open = 0;
  while (!scanner.done()) {
    const std::size_t begin = scanner.at();
    const std::size_t count = scanner.scan(starts.data(), blocks_at_once);
    if (count == 0) continue;
    make_room(begin + starts[count - 1] - open);
    if (const std::size_t first = begin + starts[0]; first > open) {
      add(text.substr(open, first - open), 1);
    }
    // Keys of the next chunks are made, and their slots asked for, before those are counted.
    constexpr std::size_t ahead = 32;
    std::array<ShortKey, ahead> keys;
    for (std::size_t from = 0; from + 1 < count; from += ahead) {
      const std::size_t to = std::min(from + ahead, count - 1);
      for (std::size_t i = from; i < to; ++i) {
        const std::size_t at = begin + starts[i];
        const std::size_t size = starts[i + 1] - starts[i];
        if (size > max_short_chunk) continue;
        keys[i - from] = text.size() - at >= 16 ? short_key_of_16(text.data() + at, size)
                                                : short_key(text.substr(at, size));
        __builtin_prefetch(&shorts_[keys[i - from].hash() >> short_shift_]);
      }
      for (std::size_t i = from; i < to; ++i) {
        const std::size_t size = starts[i + 1] - starts[i];
        if (size <= max_short_chunk) {
          add_short(keys[i - from], 1);
        } else {
          add_long(text.substr(begin + starts[i], size), 1);
        }
      }
    }
    open = begin + starts[count - 1];
  }
  if (open < text.size()) {
    make_room(text.size() - open);
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
  if (chunk.size() <= max_short_chunk) {
    add_short(short_key(chunk), count);
  } else {
    add_long(chunk, count);
  }
}

void ChunkCounts::add_short(const ShortKey& key, Count count) {
  const std::size_t mask = shorts_.size() - 1;
  std::size_t i = key.hash() >> short_shift_;
  while (shorts_[i].count != 0 && !(shorts_[i].key == key)) {
    i = (i + 1) & mask;
  }
  if (shorts_[i].count == 0) {
    shorts_[i].key = key;
    ++short_used_;
  }
  shorts_[i].count += count;
  if (2 * short_used_ > shorts_.size()) grow_short();
}

void ChunkCounts::grow_short() {
  std::vector<ShortCount> old(2 * shorts_.size());
  old.swap(shorts_);
  --short_shift_;
  const std::size_t mask = shorts_.size() - 1;
  for (const ShortCount& it : old) {
    if (it.count == 0) continue;
    std::size_t i = it.key.hash() >> short_shift_;
    while (shorts_[i].count != 0) {
      i = (i + 1) & mask;
    }
    shorts_[i] = it;
  }
}

void ChunkCounts::add_long(std::string_view chunk, Count count) {
  const std::uint64_t hash = hash_bytes(chunk);
  const std::size_t mask = long_slots_.size() - 1;
  std::size_t i = hash & mask;
  for (; long_slots_[i] != 0; i = (i + 1) & mask) {
    LongCount& it = long_chunks_[long_slots_[i] - 1];
    if (it.hash == hash && it.size == chunk.size() &&
        std::memcmp(long_bytes_.data() + it.at, chunk.data(), chunk.size()) == 0) {
      it.count += count;
      return;
    }
  }
  long_chunks_.push_back({hash, long_bytes_.size(), chunk.size(), count});
  long_bytes_.append(chunk);
  long_slots_[i] = long_chunks_.size();
  if (2 * long_chunks_.size() > long_slots_.size()) grow_long();
}

void ChunkCounts::grow_long() {
  long_slots_.assign(2 * long_slots_.size(), 0);
  const std::size_t mask = long_slots_.size() - 1;
  for (std::size_t place = 0; place < long_chunks_.size(); ++place) {
    std::size_t i = long_chunks_[place].hash & mask;
    while (long_slots_[i] != 0) {
      i = (i + 1) & mask;
    }
    long_slots_[i] = place + 1;
  }
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

}  // namespace bpetite::engine
