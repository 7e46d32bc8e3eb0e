// Tests the tables of the engine: the table of pairs has exactly its pairs, on both sides of the
// border of 2^21 ids, and the token of two others is the lowest one that has their joined bytes. A
// token of many parts is merged in few look-ups. Equal bytes have equal hashes. Each table draws
// another seed for its hash, and the merges and ids are the same with every seed. Hash tables stay
// fast with inputs that are made for their hash: the counts of chunks, the cache of chunks and the
// table of pairs are tried.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "core/table.hpp"
#include "engine/cache/chunk_cache.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/by_pairs.hpp"
#include "engine/merge/huge_chunk.hpp"
#include "engine/merge/merge.hpp"
#include "engine/merge/pairs_of_tokens.hpp"
#include "engine/train.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/texts.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using engine::kernels::no_token;
using engine::merge::MergeTable;

// A table of this many tokens. The last three are "ab", "abc" and "abcd". All others, except the
// bytes, have the same pair, so only the first of them is ever made.
Table table_of_size(std::size_t tokens) {
  Table table = v1_table({});
  table.specials.clear();
  table.tokens.resize(tokens);
  const auto last = static_cast<TokenId>(tokens - 1);
  table.merges.assign(tokens - 256, Pair{'x', 'y'});
  table.merges.end()[-3] = {'a', 'b'};
  table.merges.end()[-2] = {last - 2, 'c'};
  table.merges.end()[-1] = {last - 1, 'd'};
  table.results.resize(table.merges.size());
  std::iota(table.results.begin(), table.results.end(), TokenId{256});
  return table;
}

// A slot of 64 bits has 21 bits for each id. If there is one id more, the table is made in another
// way.
CLAUSE_TEST("FR-16c", "pairs are found on both sides of the border of 2^21 ids") {
  constexpr std::size_t border = std::size_t{1} << engine::kernels::PairView::id_bits;
  for (const std::size_t size : {border - 1, border, border + 1, border + 3}) {
    INFO(size << " ids");
    const Table table = table_of_size(size);
    const MergeTable merges(table);
    const auto last = static_cast<TokenId>(size - 1);
    CHECK(merges.pairs().is_wide() == (size >= border));
    CHECK(merges.pairs().find('x', 'y') == 256);
    CHECK(merges.pairs().find(last - 2, 'c') == last - 1);
    CHECK(merges.pairs().find(last - 1, 'd') == last);
    CHECK(merges.pairs().find(last, 'd') == no_token);
    // Ids with the same lower 21 bits are another pair.
    CHECK(merges.pairs().find(border + 'x', 'y') == no_token);
    CHECK(merges.pairs().find('x' - 1, border + 'y') == no_token);
    for (const engine::machine::Level level : engine::machine::machine_levels()) {
      for (const std::string_view chunk : {"abcd", "zabcdabcxyabd"}) {
        std::vector<TokenId> ids(chunk.size());
        ids.resize(engine::merge::Merger(merges, level).merge(chunk, ids.data()));
        const std::vector<TokenId> wanted =
            chunk == "abcd" ? std::vector<TokenId>{last}
                            : std::vector<TokenId>{'z', last, last - 1, 256, last - 2, 'd'};
        CHECK(ids == wanted);
      }
    }
  }
}

// Two tokens n make a token n + 1, like tokens of 1, 2, 4 bytes, up to a limit.
CLAUSE_TEST("S19b", "a token of many parts is merged in few look-ups") {
  constexpr std::size_t count = 40000;
  for (const TokenId limit : {TokenId{0}, TokenId{1}, TokenId{20}}) {
    std::size_t look_ups = 0;
    const auto find = [&](TokenId left, TokenId right) {
      ++look_ups;
      return left == right && left < limit ? left + 1 : no_token;
    };
    engine::merge::LinkedParts<std::size_t> parts(
        count, [](std::size_t) { return TokenId{0}; }, [&](std::size_t) { return find(0, 0); });
    parts.merge(find, [](std::uint32_t rank) { return rank; });
    CHECK(look_ups <= 3 * count);
    std::vector<TokenId> ids(parts.size());
    parts.write(ids.data());
    std::size_t ones = 0;
    for (const TokenId id : ids) ones += std::size_t{1} << id;
    CHECK(ones == count);
    CHECK(ids.size() == (limit == 0 ? count : limit == 1 ? count / 2 : 5));  // 0b1001110001000000
  }
}

// A long token whose parts are tokens with higher ids. The engine finds what its bytes become by
// looking up neighbours by their bytes.
CLAUSE_TEST("S19b", "long tokens below their parts have the reference's ids") {
  for (const std::size_t size : {3U, 4U, 6U, 40U, 63U, 64U, 96U, 200U, 513U}) {
    Table table = v1_table({});
    table.profile.merging = Merging::bytes;
    table.specials.clear();
    table.tokens.push_back(std::string(size, 'a'));
    table.tokens.push_back(std::string(size - 1, 'a') + "b");
    for (std::size_t part = 2; part < 600; part *= 2) {
      if (part != size) table.tokens.push_back(std::string(part, 'a'));
    }
    table.tokens.push_back("ab");
    const MergeTable merges(table);
    const reference::TokensByBytes tokens = reference::tokens_by_bytes(table);
    for (const std::size_t more : {0U, 1U, 2U, 5U}) {
      for (const std::string& chunk :
           {std::string(size + more, 'a'), std::string(size + more, 'a') + "b",
            std::string(more, 'c') + std::string(size, 'a')}) {
        std::vector<TokenId> ids(chunk.size());
        ids.resize(engine::merge::Merger(merges).merge(chunk, ids.data()));
        CHECK(ids == reference_ids(chunk, table, tokens));
      }
    }
  }
}

PROPERTY("S19b", "the token of two others is the lowest that has their bytes") {
  const auto letters =
      rc::gen::resize(5, rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab"))));
  const auto tokens = *rc::gen::resize(30, rc::gen::container<std::vector<std::string>>(letters));
  const engine::merge::TokenSplits splits(tokens);
  bool some = false;
  for (TokenId left = 0; left < tokens.size(); ++left) {
    for (TokenId right = 0; right < tokens.size(); ++right) {
      if (tokens[left].empty() || tokens[right].empty()) continue;
      const auto found = std::find(tokens.begin(), tokens.end(), tokens[left] + tokens[right]);
      const auto wanted =
          found == tokens.end() ? no_token : static_cast<TokenId>(found - tokens.begin());
      RC_ASSERT(splits.find(left, right) == wanted);
      some = some || wanted != no_token;
    }
  }
  RC_CLASSIFY(some, "a token of two others");
}

// Tests hash tables with inputs that are made for their hash: no look-up is long, and no entry is
// lost. Each test gives the table the seed for which its input was made.
//
//   seed (1, 1)      the hash of a short chunk is the sum of its two halves

using engine::cache::ChunkCache;
using engine::cache::ShortKey;
using engine::count::ChunkCounts;
using engine::merge::MergeTable;

// The factors that all tables had before they drew random ones.
constexpr HashSeed known_seed{0x9E3779B97F4A7C15U, 0xD6E8FEB86659FD93U};

// With this seed, the hash of any 16 bytes followed by "qqqqqqqq" is 0, whatever comes after them.
constexpr HashSeed letters_seed{0x7171717171717171U, 0xD6E8FEB86659FD93U};

// A word of `size` letters for each number: "aaa", "baa", ...
std::string letters(std::uint64_t number, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i, number /= 26) {
    text += static_cast<char>('a' + number % 26);
  }
  return text;
}

// Chunks of 15 bytes, a space and letters, whose hashes begin with 18 zero bits. A hash is the sum
// of a number from the first 8 bytes and a number from the last 7. For each beginning, an end is
// looked for.
std::vector<std::string> words_of_one_hash(const HashSeed& seed) {
  constexpr std::uint64_t halves = 1U << 15;
  constexpr std::uint64_t width = std::uint64_t{1} << (64 - 18);
  const auto key_of = [](std::uint64_t begin, std::uint64_t end) {
    return engine::cache::short_key(" " + letters(begin, 7) + letters(end, 7));
  };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ends;
  for (std::uint64_t end = 0; end < halves; ++end) {
    ends.emplace_back(key_of(0, end).high * seed.b, end);
  }
  std::sort(ends.begin(), ends.end());
  std::vector<std::string> words;
  for (std::uint64_t begin = 0; begin < halves; ++begin) {
    const std::uint64_t wanted = 0 - key_of(begin, 0).low * seed.a;
    const auto found =
        std::lower_bound(ends.begin(), ends.end(), std::pair{wanted, std::uint64_t{0}});
    if (found == ends.end() || found->first - wanted >= width) continue;
    words.push_back(" " + letters(begin, 7) + letters(found->second, 7));
  }
  return words;
}

// Chunks of 32 bytes that all have the same hash with letters_seed.
std::vector<std::string> long_words_of_one_hash(std::size_t count) {
  std::vector<std::string> words;
  for (std::uint64_t i = 0; i < count; ++i) {
    words.push_back(" " + letters(i, 15) + "qqqqqqqq" + letters(i * 7919, 8));
  }
  return words;
}

CLAUSE_TEST("S32", "each table draws another seed, of odd factors") {
  const HashSeed one = new_hash_seed();
  const HashSeed other = new_hash_seed();
  CHECK((one.a != other.a && one.b != other.b && one.a != one.b));
  CHECK((one.a & one.b & other.a & other.b & 1) == 1);
}

CLAUSE_TEST("S32", "equal bytes have equal hashes, and other bytes or sizes mostly others") {
  const HashSeed seed = new_hash_seed();
  std::map<std::uint64_t, std::string> known;
  std::string bytes;
  for (std::size_t size = 0; size < 70; ++size, bytes += '\0') {
    for (std::size_t i = 0; i <= size; ++i) {
      std::string other = bytes;
      if (i < size) other[i] = 'x';
      CHECK(hash_bytes(other, seed) == hash_bytes(std::string(other), seed));
      CHECK(known.emplace(hash_bytes(other, seed), other).second);
    }
  }
}

CLAUSE_TEST("S32 S5", "chunks that are made for a hash are counted, and looked for in few places") {
  std::vector<std::string> words = words_of_one_hash(known_seed);
  REQUIRE(words.size() > 3000);
  for (const std::string& word : words) {
    REQUIRE(engine::cache::short_key(word).hash(known_seed) >> (64 - 18) == 0);
  }
  std::vector<std::string> long_words = long_words_of_one_hash(3000);
  for (const std::string& word : long_words)
    REQUIRE(hash_bytes(word, letters_seed) == hash_bytes(long_words[0], letters_seed));
  for (const auto& [seed, chunks] :
       {std::pair{known_seed, words}, std::pair{letters_seed, long_words}}) {
    ChunkCounts counts(engine::kernels::ScanPattern::gpt2, engine::machine::level(), seed);
    std::string text;
    for (const std::string& chunk : chunks) text += chunk;
    counts.add_text(text);
    for (std::size_t i = 0; i < chunks.size(); i += 3) counts.add(chunks[i], 2);
    CHECK(counts.longest_look_up() <= ChunkCounts::most_places);
    std::map<std::string, Count> found;
    counts.for_each([&](std::string_view chunk, Count n) { found.emplace(chunk, n); });
    std::map<std::string, Count> wanted;
    for (std::size_t i = 0; i < chunks.size(); ++i) wanted[chunks[i]] = i % 3 == 0 ? 3 : 1;
    CHECK(found == wanted);
  }
}

CLAUSE_TEST("S32 FR-16c",
            "of chunks that are made for its hash the cache keeps as many as there are places") {
  ChunkCache cache(ChunkCache::default_memory, known_seed);
  const std::vector<std::string> words = words_of_one_hash(known_seed);
  for (TokenId i = 0; i < words.size(); ++i) {
    cache.add(engine::cache::short_key(words[i]), std::vector<TokenId>{i, i + 1});
  }
  std::size_t found = 0;
  for (TokenId i = 0; i < words.size(); ++i) {
    std::array<TokenId, 15 + ChunkCache::beyond> ids;
    if (cache.emit(engine::cache::short_key(words[i]), ids.data()) == nullptr) continue;
    ++found;
    CHECK(ids[0] == i);
  }
  CHECK(found == std::size_t{2} * engine::cache::ShortChunks::most_lines);

  ChunkCache longer(ChunkCache::default_memory, letters_seed);
  const std::vector<std::string> long_words = long_words_of_one_hash(3000);
  for (TokenId i = 0; i < long_words.size(); ++i) {
    longer.add_long(long_words[i], longer.hash_of(long_words[i]), std::vector<TokenId>{i, i + 1});
  }
  found = 0;
  for (TokenId i = 0; i < long_words.size(); ++i) {
    const auto ids = longer.find_long(long_words[i], longer.hash_of(long_words[i]));
    if (ids.empty()) continue;
    ++found;
    CHECK(ids[0] == i);
  }
  CHECK(found == engine::cache::LongChunks::most_slots);
}

// With factors of 1 the highest bits of a hash are zero, so the search for all pairs of small ids
// begins at one slot.
CLAUSE_TEST("S32 FR-16c", "pairs that are made for a hash are found, and in few slots") {
  std::vector<Pair> merges;
  for (TokenId left = 'a'; left <= 'z'; ++left) {
    for (TokenId right = 0; right < 200; ++right) merges.push_back({left, right});
  }
  const Table table = v1_table(merges);
  const MergeTable hashed(table, {1, 1});
  CHECK(hashed.pairs().longest_look_up() <= engine::merge::PairTable::most_slots);
  for (TokenId rank = 0; rank < merges.size(); ++rank) {
    REQUIRE(hashed.pairs().find(merges[rank].left, merges[rank].right) == 256 + rank);
  }
  CHECK(hashed.pairs().find('a', 201) == engine::kernels::no_token);

  const std::string chunk(100, 'a');
  const engine::merge::TokenTrie trie(table, hashed.pairs(), engine::merge::BytePairs::all(),
                                      {1, 1});
  CHECK(trie.longest_look_up() <= engine::merge::TokenTrie::most_slots);
  std::vector<TokenId> laid(chunk.size());
  laid.resize(trie.merge(chunk, laid.data()));
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    std::vector<TokenId> merged(chunk.size());
    merged.resize(engine::merge::PairMerger(hashed.pairs(), level).merge(chunk, merged.data()));
    CHECK(merged == laid);
  }
}

CLAUSE_TEST("S32 FR-10a FR-16c", "merges and ids are the same with every seed") {
  const std::string text = long_text(20000);
  std::vector<Pair> merges;
  std::vector<TokenId> ids;
  for (const HashSeed& seed : {known_seed, letters_seed, HashSeed{1, 1}, new_hash_seed()}) {
    ChunkCounts counts(engine::kernels::ScanPattern::gpt2, engine::machine::level(), seed);
    counts.add_text(text);
    const std::vector<Pair> learned = engine::learn_merges(counts, 300);
    if (merges.empty()) merges = learned;
    CHECK(learned == merges);

    const Table table = v1_table(learned);
    const MergeTable hashed(table, seed);
    std::vector<TokenId> merged(text.size());
    merged.resize(engine::merge::Merger(hashed).merge(text, merged.data()));
    if (ids.empty()) ids = merged;
    CHECK(merged == ids);
  }
}

}  // namespace
}  // namespace bpetite::test
