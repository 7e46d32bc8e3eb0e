#include "engine/encode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/utf8.hpp"

namespace bpetite::engine {
namespace {

// What keeps the first bytes of sixteen, by their number, and puts the number into the last.
struct Mask {
  std::uint64_t low;
  std::uint64_t high;
  std::uint64_t size;
};

constexpr std::array<Mask, 16> masks = [] {
  std::array<Mask, 16> all{};
  for (std::uint64_t size = 0; size < 16; ++size) {
    const auto low_bytes = [](std::uint64_t count) {
      return count >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * count)) - 1;
    };
    all[size] = {low_bytes(size), size > 8 ? low_bytes(size - 8) : 0, size << 56};
  }
  return all;
}();

// The key of a short chunk. Sixteen bytes are read where there are so many.
ShortKey key_of(const char* bytes, std::size_t size, std::size_t readable) {
  std::array<std::uint64_t, 2> words{};
  std::memcpy(words.data(), bytes, readable >= 16 ? 16 : size);
  const Mask& mask = masks[size];
  return {words[0] & mask.low, (words[1] & mask.high) | mask.size};
}

}  // namespace

ChunkEncoder::ChunkEncoder(const MergeTable& table, const EncodeOptions& options)
    : options_(options),
      merger_(table),
      cache_(options.cache_memory),
      starts_(Scanner::room_for(blocks)),
      probes_(Scanner::room_for(blocks)) {}

void ChunkEncoder::encode(std::string_view segment, std::vector<TokenId>& ids) {
  Scanner scanner(segment, options_.pattern, options_.level);
  std::size_t open = 0;  // where the chunk begins whose end is not known yet
  while (!scanner.done()) {
    const std::size_t begin = scanner.at();
    const std::size_t count = scanner.scan(starts_.data(), blocks);
    if (count == 0) continue;
    encode_batch(segment, open, begin, count, ids);
    open = begin + starts_[count - 1];
  }
  if (open < segment.size()) encode_chunk(segment.substr(open), ids);
}

// The chunk that was open, and those between the starts of this batch.
void ChunkEncoder::encode_batch(std::string_view segment, std::size_t open, std::size_t begin,
                                std::size_t count, std::vector<TokenId>& ids) {
  if (const std::size_t first = begin + starts_[0]; first > open) {
    encode_chunk(segment.substr(open, first - open), ids);
  }

  // Keys and hashes; the lines are on their way while the next ones are computed.
  const char* const text = segment.data() + begin;
  const std::size_t readable = segment.size() - begin;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    Probe& probe = probes_[i];
    probe.begin = starts_[i];
    probe.size = starts_[i + 1] - starts_[i];
    if (probe.size <= max_short_chunk) {
      probe.key = key_of(text + probe.begin, probe.size, readable - probe.begin);
      probe.line = cache_.line(probe.key.hash());
      __builtin_prefetch(probe.line);
    }
  }

  // Four ids are written for each chunk, and as many are kept as it has.
  out_.resize(blocks * block_size + block_size);
  TokenId* out = out_.data();
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const Probe& probe = probes_[i];
    if (probe.size <= max_short_chunk) [[likely]] {
      const CachedChunk* const entry = probe.line + (probe.line[0].key == probe.key ? 0 : 1);
      if (entry->key == probe.key && entry->count <= 3) [[likely]] {
        std::memcpy(out, entry->ids.data(), sizeof entry->ids);
        out += entry->count;
        continue;
      }
    }
    ids.insert(ids.end(), out_.data(), out);
    out = out_.data();
    encode_chunk({text + probe.begin, probe.size}, ids);
  }
  ids.insert(ids.end(), out_.data(), out);
}

// One chunk by itself: any length, known or not.
void ChunkEncoder::encode_chunk(std::string_view chunk, std::vector<TokenId>& ids) {
  if (chunk.size() <= max_short_chunk) {
    const ShortKey key = key_of(chunk.data(), chunk.size(), chunk.size());
    const CachedChunk* const line = cache_.line(key.hash());
    for (const CachedChunk& entry : {line[0], line[1]}) {
      if (entry.key == key) {
        const auto known = cache_.ids(entry);
        ids.insert(ids.end(), known.begin(), known.end());
        return;
      }
    }
    const auto found = merged(chunk);
    ids.insert(ids.end(), found.begin(), found.end());
    cache_.add(key, found);
    return;
  }
  if (chunk.size() > ChunkCache::max_chunk) {
    const auto found = merged(chunk);
    ids.insert(ids.end(), found.begin(), found.end());
    return;
  }
  const std::uint64_t hash = hash_bytes(chunk);
  auto found = cache_.find_long(chunk, hash);
  if (found.empty()) {
    found = merged(chunk);
    cache_.add_long(chunk, hash, found);
  }
  ids.insert(ids.end(), found.begin(), found.end());
}

std::span<const TokenId> ChunkEncoder::merged(std::string_view chunk) {
  if (merged_.size() < chunk.size()) merged_.resize(chunk.size());
  return {merged_.data(), merger_.merge(chunk, merged_.data())};
}

Encoder::Encoder(const Table& table, const EncodeOptions& options)
    : options_(options), table_(table), specials_(table.specials) {}

std::vector<TokenId> Encoder::encode(std::string_view text) const {
  if (const auto offset = first_ill_formed(text)) {
    throw UnicodeDecodeError(fmt::format("text: byte {}: {} begins no well-formed UTF-8 sequence",
                                         *offset, utf8::quoted(text.substr(*offset, 1))),
                             "S1a", *offset);
  }
  std::vector<TokenId> ids;
  std::unique_ptr<ChunkEncoder> encoder = take();
  for (std::size_t at = 0; at < text.size();) {
    const Specials::Found special = specials_.find(text, at);
    encoder->encode(text.substr(at, special.at - at), ids);
    if (special.size > 0) ids.push_back(special.id);
    at = special.at + special.size;
  }
  give_back(std::move(encoder));
  return ids;
}

std::unique_ptr<ChunkEncoder> Encoder::take() const {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<ChunkEncoder>(table_, options_);
  auto encoder = std::move(idle_.back());
  idle_.pop_back();
  return encoder;
}

void Encoder::give_back(std::unique_ptr<ChunkEncoder> encoder) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(encoder));
}

}  // namespace bpetite::engine
