// Tests what small tables and short chunks never reach: ids near 2^16 and above it, in chunks of
// more than 2^16 bytes, special tokens whose ids are near 2^16 and 2^32, and threads that encode
// huge chunks together.
//
// The reference takes time that grows with the square of a chunk, so a queue finds the next merge
// here. That the queue gives the reference's ids is tested with short chunks.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "conform/search/random.hpp"
#include "engine/encode.hpp"
#include "engine/machine/level.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using conform::search::Random;
using Ids = std::vector<TokenId>;

constexpr std::size_t alphabet = 26;

// All words of two letters become tokens, and then 76,176 words of four: 77,108 tokens.
const Table& table_of_words() {
  static const Table table = [] {
    std::vector<Pair> merges;
    for (std::size_t i = 0; i < alphabet * alphabet; ++i) {
      merges.push_back(
          {static_cast<TokenId>('a' + i / alphabet), static_cast<TokenId>('a' + i % alphabet)});
    }
    for (TokenId left = 256; left < 256 + 276; ++left) {
      for (TokenId right = 256; right < 256 + 276; ++right) merges.push_back({left, right});
    }
    return v1_table(std::move(merges));
  }();
  return table;
}

// FR-16c: of all pairs that have a merge, the one of the lowest rank is merged, the leftmost of
// several. A queue has each pair with its rank and place.
class QueueMerger {
 public:
  explicit QueueMerger(const Table& table) {
    for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
      ranks_.try_emplace({table.merges[rank].left, table.merges[rank].right}, rank);
    }
  }

  Ids ids_of(std::string_view chunk) const {
    std::map<std::size_t, TokenId> parts;  // by where they begin
    std::set<std::pair<std::size_t, std::size_t>> queue;
    for (std::size_t i = 0; i < chunk.size(); ++i) parts[i] = static_cast<unsigned char>(chunk[i]);
    const auto rank_at = [&](auto part) {
      const auto next = std::next(part);
      if (next == parts.end()) return ranks_.end();
      return ranks_.find({part->second, next->second});
    };
    const auto change = [&](auto part, const auto& act) {
      if (const auto found = rank_at(part); found != ranks_.end()) act(found->second, part->first);
    };
    const auto add = [&](std::size_t rank, std::size_t at) { queue.emplace(rank, at); };
    const auto remove = [&](std::size_t rank, std::size_t at) { queue.erase({rank, at}); };
    for (auto part = parts.begin(); part != parts.end(); ++part) change(part, add);
    while (!queue.empty()) {
      const auto [rank, at] = *queue.begin();
      const auto part = parts.find(at);
      const auto before = part == parts.begin() ? part : std::prev(part);
      change(part, remove);
      change(std::next(part), remove);
      if (before != part) change(before, remove);
      parts.erase(std::next(part));
      part->second = static_cast<TokenId>(256 + rank);
      change(part, add);
      if (before != part) change(before, add);
    }
    Ids ids;
    for (const auto& [place, id] : parts) ids.push_back(id);
    return ids;
  }

 private:
  std::map<std::pair<TokenId, TokenId>, std::size_t> ranks_;
};

std::string random_letters(Random& random, std::size_t size) {
  std::string text;
  while (text.size() < size) text += static_cast<char>('a' + random.below(alphabet));
  return text;
}

CLAUSE_TEST("FR-16c FR-16b", "ids above 2^16 in long chunks, each chunk again and again") {
  const Table& table = table_of_words();
  const QueueMerger merger(table);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  Random random(37);
  for (int i = 0; i < 20; ++i) {
    const std::string chunk = random_letters(random, 1 + random.below(60));
    REQUIRE(merger.ids_of(chunk) == reference::encode_chunk(chunk, table));
  }

  // Short chunks are remembered with their ids packed, in two bytes or in three.
  std::size_t high = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string chunk = random_letters(random, 4 + random.below(12));
    const Ids ids = merger.ids_of(chunk);
    if (std::ranges::any_of(ids, [](TokenId id) { return id > 0xFFFF; })) ++high;
    REQUIRE(tokenizer.encode(chunk) == ids);
    REQUIRE(tokenizer.encode(chunk) == ids);
  }
  CHECK(high > 100);

  // Around the sizes at which the engine changes how it merges and what it remembers.
  std::vector<std::string> chunks;
  for (const std::size_t size :
       {15U, 16U, 17U, 255U, 256U, 257U, 4095U, 4097U, 65535U, 65536U, 65537U, 200000U}) {
    chunks.push_back(random_letters(random, size));
  }
  std::string text;
  Ids wanted;
  for (const std::string& chunk : chunks) {
    const Ids ids = merger.ids_of(chunk);
    CAPTURE(chunk.size());
    CHECK(tokenizer.encode(chunk) == ids);
    CHECK(tokenizer.encode(chunk) == ids);  // as it is remembered
    text += chunk + "\n";
    wanted.insert(wanted.end(), ids.begin(), ids.end());
    wanted.push_back('\n');
  }
  CHECK(std::ranges::count_if(wanted, [](TokenId id) { return id > 0xFFFF; }) > 1000);
  CHECK(tokenizer.encode(text) == wanted);
  CHECK(tokenizer.decode(wanted) == text);
  for (const auto level : engine::machine::machine_levels()) {
    const engine::Encoder encoder(table, {.level = level, .least_part = 4096});
    CHECK((encoder.encode(text) == wanted));
    CHECK((encoder.encode(text, 3) == wanted));
  }
}

// The tokens of "a" twice, four times and so on, up to 2^24: too many nodes for the trie of huge
// chunks, whose keys have 24 bits of a node.
CLAUSE_TEST("FR-16c", "a huge chunk, with tokens too long for the trie of huge chunks") {
  std::vector<Pair> merges{{'a', 'a'}};
  while (merges.size() < 24) {
    const auto last = static_cast<TokenId>(255 + merges.size());
    merges.push_back({last, last});
  }
  merges.push_back({'a', 'b'});
  const Table table = v1_table(std::move(merges));
  const engine::Encoder encoder(table);
  const std::string chunk = std::string(70'000, 'a') + std::string(1'001, 'b');
  CHECK((encoder.encode(chunk) == QueueMerger(table).ids_of(chunk)));
}

// The trie of huge chunks is shared. ThreadSanitizer forgets what a thread did long ago, so the
// table is small, and the threads come to the trie at the same time. With the locks of
// merge/huge_chunk.cpp left out, it reports this test.
CLAUSE_TEST("FR-12 FR-16c", "threads encode huge chunks at the same time") {
  const Table table = v1_table({{'a', 'b'}, {'b', 'c'}, {256, 'a'}});
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  Random random(12);
  std::vector<std::string> chunks;
  std::vector<Ids> wanted;
  for (const std::size_t size : {65536U, 30000U, 65600U}) {
    std::string chunk;
    while (chunk.size() < size) chunk += static_cast<char>('a' + random.below(3));
    chunks.push_back(std::move(chunk));
    wanted.push_back(tokenizer.encode(chunks.back()));
  }
  std::atomic<int> wrong = 0;
  for (int round = 0; round < 10; ++round) {
    const Tokenizer fresh = TokenizerAccess::make(table);  // without a trie as yet
    std::barrier start(4);
    std::vector<std::jthread> threads;
    for (std::size_t first = 0; first < 4; ++first) {
      threads.emplace_back([&, first] {
        start.arrive_and_wait();
        for (std::size_t i = first; i < first + 3; ++i) {
          if (fresh.encode(chunks[i % 3]) != wanted[i % 3]) ++wrong;
        }
      });
    }
    threads.clear();  // waits for them
  }
  CHECK(wrong == 0);
}

// With 65,536 tokens the highest id has 16 bits, and with one more it has 17.
CLAUSE_TEST("FR-16c S19b", "the highest id of about 2^16 tokens, each chunk again and again") {
  for (const std::size_t size : {65535U, 65536U, 65537U, 65538U}) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; tokens.size() + 257 < size; ++i) {
      tokens.push_back(fmt::format("\x01{:05}", i));
    }
    tokens.emplace_back("zz");
    const Table table = by_ranks(tokens);
    REQUIRE(table.tokens.size() == size);
    const auto highest = static_cast<TokenId>(size - 1);
    const Tokenizer tokenizer = TokenizerAccess::make(table);
    for (int again = 0; again < 3; ++again) {
      CAPTURE(size, again);
      CHECK(tokenizer.encode("zz,zz,zz") == Ids{highest, ',', highest, ',', highest});
    }
  }
}

CLAUSE_TEST("FR-16c FR-22 S27a", "special tokens whose ids are near 2^16 and 2^32") {
  Table table = v1_table({{'a', 'b'}});
  const std::vector<TokenId> edges = {0xFFFE,     0xFFFF,     0x10000,   0x7FFFFFFF,
                                      0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  table.specials.clear();
  std::string text;
  Ids wanted;
  for (const TokenId id : edges) {
    table.specials.push_back({fmt::format("<{:x}>", id), id});
    text += fmt::format("ab<{:x}>", id);
    wanted.insert(wanted.end(), {256, id});
  }
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  CHECK(tokenizer.encode(text) == wanted);
  CHECK(reference::encode(text, table, {}) == wanted);
  CHECK(tokenizer.decode(wanted) == text);
  CHECK(count_ids(tokenizer, text) == wanted.size());
  CHECK(without_special_tokens(tokenizer, wanted) == Ids(edges.size(), 256));
  for (const TokenId id : edges) {
    CAPTURE(id);
    CHECK(token_bytes(tokenizer, id) == fmt::format("<{:x}>", id));
    for (const TokenId beside : {id - 1, id + 1}) {
      if (std::ranges::count(edges, beside) > 0 || beside <= 256) continue;
      CHECK_THROWS_AS(tokenizer.decode(Ids{beside}), KeyError);
    }
  }
  std::vector<std::uint16_t> narrow;
  CHECK_THROWS_AS(encode_into(tokenizer, text, narrow), ValueError);
}

}  // namespace
}  // namespace bpetite::test
