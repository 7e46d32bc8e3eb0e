// Encodes texts in batches (ChunkEncoder). It writes the ids of the known chunks of a batch to one
// buffer. At the end of the batch it merges the new chunks in groups, adds them to the cache, and
// puts their ids in between.
//
//   chunks  the zy the     buffer  300 300     zy is new: 122 121     ids  300 122 121 300
//
// encode() reads a text of any length. It encodes three kinds of chunks one by one: those that lie
// in several batches, those too long for a group, and those near the end of the text.
// encode_together() makes one batch of several short texts. expect() announces a text by its size.
// It raises the bound of the cache, and for a large vocabulary it makes the cache large as soon as
// 32 KB of text were announced.
#include "engine/chunk_encoder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>

#include "engine/merge/by_pairs.hpp"
#include "engine/scan/scan.hpp"

namespace bpetite::engine {
namespace {

cache::IdWidth width_for(const merge::MergeTable& table) {
  return table.size() <= std::size_t{1} << 16 ? cache::IdWidth::two : cache::IdWidth::three;
}

}  // namespace

ChunkEncoder::ChunkEncoder(const merge::MergeTable& table, const scan::Cutter& cutter,
                           const EncodeOptions& options)
    : cutter_(cutter),
      options_(options),
      kernels_(kernels::of_level(options.level)),
      merger_(table, options.level),
      cache_(options.cache_memory, new_hash_seed(), width_for(table)),
      starts_(scan::Scanner::entries_for(blocks)),
      out_(scan::Scanner::entries_for(blocks) + cache::ChunkCache::beyond),
      filled_(out_.size()),
      newest_(1U << 12),
      is_large_(table.size() >= std::size_t{1} << 14) {}

// With a large vocabulary, texts usually have many distinct chunks, which need a large cache. But
// one or two short texts should not wait for the memory of such a cache.
void ChunkEncoder::expect(std::size_t bytes) {
  constexpr std::size_t many = std::size_t{32} << 10;
  cache_.expect(bytes);
  if (!is_large_ || announced_ >= many) return;
  announced_ += std::min(bytes, many);
  if (announced_ >= many) cache_.expect_many();
}

void ChunkEncoder::make_space(std::size_t ids) {
  if (ids + cache::ChunkCache::beyond <= out_.size()) return;
  out_.resize(ids + cache::ChunkCache::beyond);
  filled_.resize(out_.size());
}

void ChunkEncoder::encode(std::string_view segment, IdSink& sink) {
  scan::Scanner scanner(segment, cutter_, options_.level);
  std::size_t open = 0;  // where the chunk begins whose end is not known yet
  while (!scanner.done() && !sink.is_full()) {
    const std::size_t begin = scanner.at();
    const std::size_t count = scanner.scan(starts_.data(), blocks);
    if (count == 0) continue;
    const std::size_t first = begin + starts_[0];
    if (first > open) encode_alone(segment.substr(open, first - open), sink);
    const std::size_t end = begin + starts_[count - 1];
    // A start that was not certain for many blocks comes with those behind it.
    make_space(end - first);
    TokenId* const space = sink.space(out_.size());
    begin_batch(space != nullptr ? space : out_.data());
    const TokenId* const last = encode_batch(segment.substr(begin), count, batch_);
    merge_new_chunks(segment.substr(begin));
    sink.add(filled_in(batch_, last, misses_.size()), end - first);
    open = end;
  }
  if (open < segment.size() && !sink.is_full()) encode_alone(segment.substr(open), sink);
}

// Joins the texts. The end of one text is the start of the next, so the starts of all texts are
// like those of one text. Behind the last text there are sixteen bytes that may be read.
void ChunkEncoder::encode_together(std::span<const std::string_view> texts, const TakeIds& take) {
  joined_.clear();
  for (const std::string_view text : texts) joined_.append(text);
  const std::size_t size = joined_.size();
  joined_.append(16, '\0');
  const std::string_view joined(joined_);

  begin_batch(out_.data());
  ends_.clear();
  TokenId* out = batch_;
  std::size_t begin = 0;
  std::size_t count = 0;
  for (const std::string_view text : texts) {
    scan::Scanner scanner(joined.substr(begin, text.size()), cutter_, options_.level);
    const std::size_t first = count;
    count += scanner.scan(starts_.data() + first, blocks);
    for (std::size_t i = first; i < count; ++i) {
      starts_[i] += static_cast<std::uint32_t>(begin);
    }
    begin += text.size();
    starts_[count] = static_cast<std::uint32_t>(begin);
    out = encode_range(joined, first, count, out);
    ends_.push_back({out, misses_.size()});
  }
  merge_new_chunks(joined.substr(0, size));
  const TokenId* from = batch_;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    take(i, filled_in(from, ends_[i].ids, ends_[i].misses));
    from = ends_[i].ids;
  }
}

void ChunkEncoder::encode_chunks(std::string_view text, std::span<const std::size_t> ends,
                                 IdSink& sink) {
  std::size_t begin = 0;
  for (std::size_t next = 0; next < ends.size();) {
    if (ends[next] - begin > max_together) {
      encode_alone(text.substr(begin, ends[next] - begin), sink);
      begin = ends[next++];
      continue;
    }
    const std::string_view batch = text.substr(begin);
    std::size_t count = 0;
    starts_[0] = 0;
    while (next < ends.size() && ends[next] - begin <= max_together) {
      starts_[++count] = static_cast<std::uint32_t>(ends[next++] - begin);
    }
    begin_batch(out_.data());
    const TokenId* const last = encode_range(batch, 0, count, batch_);
    merge_new_chunks(batch);
    sink.add(filled_in(batch_, last, misses_.size()), starts_[count]);
    begin = ends[next - 1];
  }
}

void ChunkEncoder::begin_batch(TokenId* out) {
  batch_ = out;
  misses_.clear();
  new_count_ = 0;
  filled_misses_ = 0;
}

// Encodes a chunk that lies in several batches.
void ChunkEncoder::encode_alone(std::string_view chunk, IdSink& sink) {
  if (chunk.size() <= out_.size()) {
    TokenId* const end = encode_chunk(chunk, out_.data());
    sink.add({out_.data(), end}, chunk.size());
    return;
  }
  const auto found = std::make_unique_for_overwrite<TokenId[]>(chunk.size());
  sink.add({found.get(), merger_.merge(chunk, found.get())}, chunk.size());
}

// Encodes the chunks between the starts of a batch. The last chunks may lie within 16 bytes of the
// end of the text, and are encoded one by one.
TokenId* ChunkEncoder::encode_batch(std::string_view text, std::size_t count, TokenId* out) {
  std::size_t end = count - 1;
  while (end > 0 && starts_[end - 1] + 16 > text.size()) --end;
  out = encode_range(text, 0, end, out);
  for (std::size_t i = end; i + 1 < count; ++i) {
    out = encode_chunk(text.substr(starts_[i], starts_[i + 1] - starts_[i]), out);
  }
  return out;
}

// Encodes chunks in groups. While the chunks of a group are compared, the lines of the next group
// come from memory.
TokenId* ChunkEncoder::encode_range(std::string_view text, std::size_t from, std::size_t to,
                                    TokenId* out) {
  if (from == to) return out;
  std::array<Probes, 2> probes{Probes(cache_), Probes(cache_)};
  std::size_t prepared = std::min(from + kernels::probe_size, to);
  prepare(text, from, prepared, probes[0]);
  for (std::size_t now = 0; probes[now].group.count > 0; now = 1 - now) {
    const std::size_t next = std::min(prepared + kernels::probe_size, to);
    prepare(text, prepared, next, probes[1 - now]);
    prepared = next;
    out = encode_probes(text, probes[now], out);
  }
  return out;
}

void ChunkEncoder::prepare(std::string_view text, std::size_t from, std::size_t to,
                           Probes& probes) {
  kernels::ProbeGroup& group = probes.group;
  group.count = to - from;
  if (from == to) return;
  group.next = 0;
  group.missed = 0;
  probes.starts = starts_.data() + from;
  kernels_.make_keys(text.data(), probes.starts, group);
  std::size_t hashed = 0;
  for (std::uint64_t left = group.longs; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    probes.hashes[hashed] = cache_.hash_of(probes.chunk_at(text, i));
    cache_.ask_for_slot(probes.hashes[hashed++]);
  }
}

// The record of a long chunk is prefetched in two steps: the slot in prepare(), and the record
// here.
TokenId* ChunkEncoder::encode_probes(std::string_view text, Probes& probes, TokenId* out) {
  kernels::ProbeGroup& group = probes.group;
  const auto longs = static_cast<std::size_t>(std::popcount(group.longs));
  for (std::size_t i = 0; i < longs; ++i) {
    cache_.ask_for_record(probes.hashes[i]);
  }
  for (const std::uint64_t* hash = probes.hashes.data();; ++group.next, ++hash) {
    out = kernels_.emit_known(group, out);
    if (group.next == group.count) break;
    const std::string_view chunk = probes.chunk_at(text, group.next);
    if (chunk.size() > kernels::group_chunk) {
      out = encode_long(chunk, *hash, out);
    } else if (const auto known = cache_.find_long(chunk, *hash); !known.empty()) {
      out = std::copy(known.begin(), known.end(), out);
    } else {
      group.misses[group.missed] = static_cast<std::uint32_t>(group.next);
      group.misses_at[group.missed++] = out;
    }
  }
  list_misses(text, probes);
  return out;
}

// Lists the chunks of a group that are not in the cache. A chunk that occurs twice in a batch is
// merged once, unless another chunk with the same place in newest_ comes between the two. The code
// does not branch on whether a chunk is new: half of them are, so the processor would often guess
// wrong.
void ChunkEncoder::list_misses(std::string_view text, const Probes& probes) {
  const kernels::ProbeGroup& group = probes.group;
  const std::size_t space = new_count_ + group.missed + 1;
  if (new_chunks_.size() < space) new_chunks_.resize(2 * space);
  for (std::size_t i = 0; i < group.missed; ++i) {
    const std::uint32_t missed = group.misses[i];
    const std::uint32_t begin = probes.starts[missed];
    NewChunk& chunk = new_chunks_[new_count_];
    chunk = {group.keys[missed], begin, probes.starts[missed + 1] - begin};
    std::uint32_t line = group.lines[missed];
    if (chunk.size > cache::max_short_chunk) {
      chunk.key = {cache_.hash_of(text.substr(begin, chunk.size)), cache::no_short_key};
      line = static_cast<std::uint32_t>(chunk.key.low);
    }
    std::uint32_t& place = newest_[line % newest_.size()];
    const std::uint32_t last = std::min(place, new_count_);
    const NewChunk& other = new_chunks_[last];
    bool is_same = ((chunk.key.low ^ other.key.low) | (chunk.key.high ^ other.key.high)) == 0;
    if (chunk.size > cache::max_short_chunk && is_same) {
      is_same = text.substr(begin, chunk.size) == text.substr(other.begin, other.size);
    }
    place = is_same ? last : new_count_;
    new_count_ += place == new_count_ ? 1 : 0;
    misses_.push_back({place, static_cast<std::uint32_t>(group.misses_at[i] - batch_)});
  }
}

// Merges the new chunks in groups of about the same length, and adds their ids to the cache.
void ChunkEncoder::merge_new_chunks(std::string_view text) {
  if (new_count_ == 0) return;
  const std::span<const NewChunk> new_chunks(new_chunks_.data(), new_count_);
  merge::order_by_size(
      new_chunks.size(), [&](std::size_t i) { return new_chunks[i].size; }, by_size_);
  new_ids_.resize(new_chunks.size());
  for (std::size_t from = 0; from < by_size_.size(); from += kernels::group_size) {
    group_.count = std::min(kernels::group_size, by_size_.size() - from);
    for (std::size_t i = 0; i < group_.count; ++i) {
      const NewChunk& chunk = new_chunks[by_size_[from + i]];
      group_.chunks[i] = text.substr(chunk.begin, chunk.size);
      cache_.ask_for_line(chunk.key);
    }
    merger_.merge_group(group_);
    for (std::size_t i = 0; i < group_.count; ++i) {
      const std::uint32_t place = by_size_[from + i];
      new_ids_[place] = {group_.ids[i], group_.sizes[i]};
      const std::span<const TokenId> ids(group_.ids[i].data(), group_.sizes[i]);
      if (group_.chunks[i].size() <= cache::max_short_chunk) {
        cache_.add(new_chunks[place].key, ids);
      } else {
        cache_.add_long(group_.chunks[i], new_chunks[place].key.low, ids);
      }
    }
  }
}

// Returns the ids of a batch from the end of the last call to `end`, with the ids of the next
// misses put in between. Ids are copied by sixteens, and the next copy overwrites those that were
// too many.
std::span<const TokenId> ChunkEncoder::filled_in(const TokenId* from, const TokenId* end,
                                                 std::size_t misses) {
  if (filled_misses_ == misses) return {from, end};
  const auto copy = [](const TokenId* ids, std::size_t count, TokenId* to) {
    for (std::size_t i = 0; i < count; i += copy_size) {
      std::memcpy(to + i, ids + i, copy_size * sizeof(TokenId));
    }
    return to + count;
  };
  TokenId* to = filled_.data();
  for (; filled_misses_ < misses; ++filled_misses_) {
    const Miss& miss = misses_[filled_misses_];
    const TokenId* const before = batch_ + miss.at;
    to = copy(from, static_cast<std::size_t>(before - from), to);
    from = before;
    const NewIds& missed = new_ids_[miss.chunk];
    to = copy(missed.ids.data(), missed.count, to);
  }
  to = copy(from, static_cast<std::size_t>(end - from), to);
  return {filled_.data(), to};
}

// Encodes one chunk by itself, known or not. There must be space for as many ids as it has bytes.
TokenId* ChunkEncoder::encode_chunk(std::string_view chunk, TokenId* out) {
  if (chunk.size() <= cache::max_short_chunk) {
    const cache::ShortKey key = cache::short_key(chunk);
    if (TokenId* const end = cache_.emit(key, out)) return end;
    const std::size_t count = merger_.merge(chunk, out);
    cache_.add(key, {out, count});
    return out + count;
  }
  return encode_long(chunk, cache_.hash_of(chunk), out);
}

TokenId* ChunkEncoder::encode_long(std::string_view chunk, std::uint64_t hash, TokenId* out) {
  if (chunk.size() > cache::ChunkCache::max_chunk) return out + merger_.merge(chunk, out);
  if (const auto known = cache_.find_long(chunk, hash); !known.empty()) {
    return std::copy(known.begin(), known.end(), out);
  }
  const std::size_t count = merger_.merge(chunk, out);
  cache_.add_long(chunk, hash, {out, count});
  return out + count;
}

}  // namespace bpetite::engine
