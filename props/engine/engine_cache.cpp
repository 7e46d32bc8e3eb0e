// Tests the cache of chunks, for short and for long chunks: nearly all chunks that fit are found
// again with the same ids, no chunk is mistaken for another, a full cache forgets older chunks and
// keeps those that are used again, and the memory has a limit, which is higher for a long text.
#include "engine/cache/chunk_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/hash.hpp"
#include "engine/kernels/kernels.hpp"
#include "support/catch.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

using engine::cache::ChunkCache;
using engine::cache::IdWidth;
using engine::cache::LongChunks;
using engine::cache::ShortChunks;

// Chunks of 2 to 9 bytes. Each has one to five ids, which no other chunk has. One in 64 has up
// to 15.
std::string chunk_of(std::uint32_t i) { return fmt::format("{:x}.", i * 2654435761U); }

std::vector<TokenId> ids_of(std::uint32_t i) {
  std::vector<TokenId> ids(i % 64 == 7 ? 6 + i / 64 % 10 : 1 + i % 5);
  for (std::size_t k = 0; k < ids.size(); ++k) ids[k] = i + static_cast<TokenId>(k);
  return ids;
}

bool is_known(const ChunkCache& cache, const std::string& chunk) {
  std::array<TokenId, 15 + ChunkCache::beyond> out;
  return cache.emit(engine::cache::short_key(chunk), out.data()) != nullptr;
}

// Looks up all chunks as encoding looks up the chunks of a text. Returns how many were not found.
std::size_t missed(const ChunkCache& cache, std::uint32_t count,
                   const engine::kernels::Kernels& kernels) {
  std::string text;
  std::vector<std::uint32_t> starts;
  for (std::uint32_t i = 0; i < count; ++i) {
    starts.push_back(static_cast<std::uint32_t>(text.size()));
    text += chunk_of(i);
  }
  starts.resize(starts.size() + 4, static_cast<std::uint32_t>(text.size()));
  text.append(16, '\0');

  std::size_t missed = 0;
  std::vector<TokenId> out(std::size_t{16} * (engine::kernels::probe_size + 1));
  for (std::uint32_t from = 0; from < count; from += engine::kernels::probe_size) {
    engine::kernels::ProbeGroup group(cache.view());
    group.count = std::min<std::size_t>(engine::kernels::probe_size, count - from);
    kernels.make_keys(text.data(), starts.data() + from, group);
    const TokenId* const begin = out.data();
    const TokenId* const end = kernels.emit_known(group, out.data());
    missed += group.missed;
    std::vector<TokenId> wanted;
    for (std::uint32_t i = 0, next_missed = 0; i < group.count; ++i) {
      if (next_missed < group.missed && group.misses[next_missed] == i) {
        ++next_missed;
        continue;
      }
      const std::vector<TokenId> ids = ids_of(from + i);
      wanted.insert(wanted.end(), ids.begin(), ids.end());
    }
    if (wanted != std::vector<TokenId>(begin, end)) {
      FAIL("the ids of chunks from " << from << " on are those of others");
    }
  }
  return missed;
}

// A fixed seed. With one random seed in eighty, slightly more than one chunk in 10,000 finds no
// place.
constexpr HashSeed cache_seed{0x8C7F21B3D94A6E55U, 0x3A5D09E7F1C2846BU};

// A chunk that is removed although a place is free is merged again each time a text has it. The ids
// are still right, so only a count shows it.
CLAUSE_TEST("FR-16b FR-16c",
            "the cache has what was added, but for one chunk in 10,000, at each level") {
  const std::uint32_t most = few_cases() ? 20000 : 300000;
  for (const bool is_large : {false, true}) {
    ChunkCache cache(ChunkCache::default_memory, cache_seed);
    if (is_large) cache.expect_many();
    std::uint32_t count = 0;
    for (const std::uint32_t until : {most / 20, most / 3, most}) {
      for (; count < until; ++count) {
        cache.add(engine::cache::short_key(chunk_of(count)), ids_of(count));
      }
      INFO(count << " chunks");
      for (const engine::machine::Level level : engine::machine::machine_levels()) {
        CHECK(missed(cache, count, engine::kernels::of_level(level)) <= count / 10000);
      }
      std::uint32_t found = 0;
      for (std::uint32_t i = 0; i < count; ++i) found += is_known(cache, chunk_of(i)) ? 1U : 0U;
      CHECK(found >= count - count / 10000);
    }
  }
}

CLAUSE_TEST("FR-16b FR-16c",
            "a cache that is full forgets older chunks, and mistakes none for another") {
  ChunkCache cache(std::size_t{1} << 19, cache_seed);
  const std::uint32_t count = few_cases() ? 20000 : 100000;
  for (std::uint32_t i = 0; i < count; ++i) {
    cache.add(engine::cache::short_key(chunk_of(i)), ids_of(i));
  }
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    CHECK(missed(cache, count, engine::kernels::of_level(level)) > count / 2);
  }
  CHECK(is_known(cache, chunk_of(count - 1)));
  CHECK(cache.memory() <= std::size_t{1} << 19);
}

// Random ids, mostly few. From six or eight ids on, a chunk has a whole line of the table.
std::vector<TokenId> any_ids(IdWidth width, std::size_t most) {
  const auto count = *rc::gen::weightedOneOf<std::size_t>(
      {{3, number_between<std::size_t>(1, std::min<std::size_t>(most, 4))},
       {2, number_between<std::size_t>(1, most)}});
  std::vector<TokenId> ids;
  for (std::size_t i = 0; i < count; ++i) {
    ids.push_back(*number_between<TokenId>(0, width == IdWidth::two ? 0xFFFF : 0xFFFFFF));
  }
  return ids;
}

// If the factors of the hash are poor, many keys have the same line, and searches are long.
PROPERTY("FR-16b FR-16c", "short chunks have the ids that they were added with, or none") {
  const auto width = *rc::gen::element(IdWidth::two, IdWidth::three);
  const auto budget = *rc::gen::element<std::size_t>(0, 20000, 100000, ChunkCache::default_memory);
  const bool is_poor = *rc::gen::arbitrary<bool>();
  ShortChunks cache(budget, is_poor ? HashSeed{1, std::uint64_t{1} << 57} : new_hash_seed(), width);
  std::map<std::string, std::vector<TokenId>> added;
  std::vector<std::vector<TokenId>> lists;
  for (int i = 0; i < 20; ++i) lists.push_back(any_ids(width, 15));
  const auto first = *number_between<std::uint32_t>(0, 1U << 20);
  const auto count = *number_between<std::uint32_t>(1, 3000);
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string chunk = chunk_of(first + i);
    const std::vector<TokenId>& ids = lists[i % lists.size()];
    cache.add(engine::cache::short_key(chunk), ids);
    added[chunk] = ids;
    // Looks up the chunk that was just added, and a chunk that was added before.
    for (const std::string& other : {chunk, chunk_of(first + i / 2)}) {
      std::array<TokenId, 15 + ShortChunks::beyond> out;
      const TokenId* const end = cache.emit(engine::cache::short_key(other), out.data());
      if (end != nullptr)
        RC_ASSERT(added[other] ==
                  std::vector<TokenId>(static_cast<const TokenId*>(out.data()), end));
      RC_ASSERT(other != chunk || end != nullptr);
      found += end != nullptr ? 1U : 0U;
    }
  }
  RC_ASSERT(cache.memory() <= std::max<std::size_t>(budget, 10000));
  RC_CLASSIFY(found < 2 * count, "some were forgotten");
}

PROPERTY("FR-16b FR-16c", "long chunks have the ids that they were added with, or none") {
  const auto budget = *rc::gen::element<std::size_t>(0, 20000, 100000, std::size_t{6} << 20);
  LongChunks cache(budget);
  std::map<std::string, std::vector<TokenId>> added;
  const auto count = *number_between<std::uint32_t>(1, 500);
  const auto hash_bits = *rc::gen::element<unsigned>(2, 64);
  const auto chunk_at = [](std::uint32_t i) {
    return chunk_of(i) + std::string(16 + i * 7919 % 497 / (i % 5 + 1), 'x');
  };
  const auto hash_of = [&](const std::string& chunk) {
    return engine::cache::ChunkCache(0, {3, 5}).hash_of(chunk) >> (64 - hash_bits)
                                                                      << (64 - hash_bits);
  };
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string chunk = chunk_at(i).substr(0, LongChunks::max_chunk);
    std::vector<TokenId> ids(1 + i * 31 % chunk.size());
    for (std::size_t k = 0; k < ids.size(); ++k) ids[k] = static_cast<TokenId>(i + k);
    cache.add(chunk, hash_of(chunk), ids);
    added[chunk] = ids;
    for (const std::string& other : {chunk, chunk_at(i / 2).substr(0, LongChunks::max_chunk)}) {
      const auto known = cache.find(other, hash_of(other));
      if (!known.empty()) RC_ASSERT(std::ranges::equal(added[other], known));
      RC_ASSERT(other != chunk || !known.empty());
      found += known.empty() ? 0U : 1U;
    }
  }
  RC_ASSERT(cache.memory() <= std::max<std::size_t>(budget, 20000) + 20000);
  RC_CLASSIFY(found < 2 * count, "some were forgotten");
}

CLAUSE_TEST("FR-16c", "the ids of long chunks stay when the memory of the cache grows") {
  LongChunks cache(std::size_t{1} << 14);
  const auto ids = [](std::uint32_t i) { return std::vector<TokenId>{i, i + 1, i + 2}; };
  const auto chunk = [](std::uint32_t i) { return chunk_of(i) + std::string(20, 'x'); };
  const auto hash = [&](std::uint32_t i) { return ChunkCache(0, {3, 5}).hash_of(chunk(i)); };
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < 4000; ++i) {
    // Each new chunk is the last record, or the first one of a larger arena.
    cache.add(chunk(i), hash(i), ids(i));
    if (i % 50 == 49) cache.allow((std::size_t{1} << 14) + i * 200);
    for (std::uint32_t before = i < 60 ? 0 : i - 60; before <= i; ++before) {
      const auto known = cache.find(chunk(before), hash(before));
      if (known.empty()) continue;
      ++found;
      REQUIRE(std::ranges::equal(known, ids(before)));
    }
  }
  CHECK(found > 100'000);
}

// New chunks come all the time, and some chunks come again and again.
CLAUSE_TEST("FR-16b FR-16c", "a cache that is full keeps the chunks that are used again") {
  constexpr std::size_t memory = std::size_t{1} << 19;
  ChunkCache cache(memory, cache_seed);
  constexpr std::uint32_t again = 1000;
  const auto long_of = [](std::uint32_t i) { return chunk_of(i) + "................"; };
  std::array<TokenId, 15 + ChunkCache::beyond> out;
  std::uint32_t forgotten = 0;
  std::uint32_t long_forgotten = 0;
  for (std::uint32_t i = 0; i < 100000; ++i) {
    for (const std::uint32_t which : {i % again, again + i}) {
      const auto key = engine::cache::short_key(chunk_of(which));
      if (cache.emit(key, out.data()) != nullptr) continue;
      if (which < again && i >= again) ++forgotten;
      cache.add(key, ids_of(which));
    }
    for (const std::uint32_t which : {i % (again / 10), again + i}) {
      const std::string chunk = long_of(which);
      if (!cache.find_long(chunk, cache.hash_of(chunk)).empty()) continue;
      if (which < again / 10 && i >= again) ++long_forgotten;
      cache.add_long(chunk, cache.hash_of(chunk), ids_of(which));
    }
  }
  CHECK(forgotten < 200);
  CHECK(long_forgotten < 200);
  CHECK(cache.memory() <= memory);
}

// Encoding looks chunks up by the kernels, and not by emit().
CLAUSE_TEST("FR-16b FR-16c",
            "a full cache keeps the chunks that the kernels of each level use again") {
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    const engine::kernels::Kernels& kernels = engine::kernels::of_level(level);
    ChunkCache cache(std::size_t{1} << 18, cache_seed);
    std::uint32_t forgotten = 0;
    for (std::uint32_t i = 0; i < 40000; ++i) {
      for (const std::uint32_t which : {i % 500, 500 + i}) {
        const std::string text = chunk_of(which) + std::string(16, '\0');
        const auto end = static_cast<std::uint32_t>(text.size() - 16);
        const std::array<std::uint32_t, 6> starts = {0, end, end, end, end, end};
        engine::kernels::ProbeGroup group(cache.view());
        group.count = 1;
        kernels.make_keys(text.data(), starts.data(), group);
        std::array<TokenId, 15 + ChunkCache::beyond> out;
        kernels.emit_known(group, out.data());
        if (group.missed == 0) continue;
        if (which < 500 && i >= 500) ++forgotten;
        cache.add(group.keys[0], ids_of(which));
      }
    }
    CAPTURE(level);
    CHECK(forgotten < 200);
  }
}

// Adds as many chunks as a text of this size may have, and then more.
CLAUSE_TEST("FR-16b FR-16c",
            "for a long text the cache may have more memory, but not without bound") {
  ChunkCache cache(std::size_t{1} << 20, cache_seed);
  constexpr std::size_t text = std::size_t{1} << 20;
  cache.expect(text);
  for (std::uint32_t i = 0; i < 150000; ++i) {
    cache.add(engine::cache::short_key(chunk_of(i)), ids_of(i));
  }
  CHECK(missed(cache, 150000, engine::kernels::of_level(engine::machine::level())) < 150);
  for (std::uint32_t i = 150000; i < 600000; ++i) {
    cache.add(engine::cache::short_key(chunk_of(i)), ids_of(i));
  }
  CHECK(cache.memory() <= ChunkCache::memory_per_byte * text);

  const auto long_of = [](std::uint32_t i) { return chunk_of(i) + "................"; };
  std::uint32_t long_missed = 0;
  for (std::uint32_t i = 0; i < 15000; ++i) {
    cache.add_long(long_of(i), cache.hash_of(long_of(i)), ids_of(i));
  }
  for (std::uint32_t i = 0; i < 15000; ++i) {
    long_missed += cache.find_long(long_of(i), cache.hash_of(long_of(i))).empty() ? 1U : 0U;
  }
  CHECK(long_missed < 150);
}

TEST_CASE("many chunks are expected with more memory, if the bound allows it") {
  ChunkCache small(std::size_t{1} << 20);
  small.expect_many();
  CHECK(small.memory() <= std::size_t{1} << 20);
  ChunkCache usual;
  const std::size_t before = usual.memory();
  usual.expect_many();
  CHECK(usual.memory() > before + (std::size_t{4} << 20));
  CHECK(usual.memory() <= ChunkCache::default_memory);
}

}  // namespace
}  // namespace bpetite::test
