// Compares the engine's encoder with the reference: tables of pairs and rank files, long chunks,
// texts on which tokenizers are slow, texts and chunks that are encoded together, caches that empty
// themselves or grow, many threads, each instruction set of the machine, repeated pairs, tokens
// that cannot be made by merging their own bytes, and all small tables on all short strings. Also
// compares how the engine finds bytes that are not UTF-8, and tests that nothing outside of a text
// is read and that an encoder is used again.
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/table.hpp"
#include "core/utf8.hpp"
#include "engine/encode.hpp"
#include "engine/merge/huge_chunk.hpp"
#include "engine/normalize/nfc.hpp"
#include "engine/scan/utf8.hpp"
#include "engine/train.hpp"
#include "reference/encode.hpp"
#include "support/exhaustive.hpp"
#include "support/programs/allocations.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/texts.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using engine::EncodeOptions;
using engine::Encoder;

using Ids = std::vector<TokenId>;

PROPERTY("FR-16b FR-16c", "the engine's ids are the reference's, whatever the cache holds") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  RC_ASSERT(ids_difference(given.text, table) == "");
  RC_CLASSIFY(reference::encode(given.text, table).size() < given.text.size(), "merged");
}

PROPERTY("FR-16b FR-16c FR-15a", "texts that are encoded together have the reference's ids") {
  const EncodeCase given = *encode_case();
  Table table = v1_table(given.merges);
  table.specials.push_back({"<|x|>", static_cast<TokenId>(table.tokens.size())});
  // The same text again has chunks that were new in the text before.
  std::vector<std::string> texts = *rc::gen::container<std::vector<std::string>>(any_text());
  texts.insert(texts.end(), {given.text, "", "a<|x|>b", given.text + " b"});
  if (*rc::gen::weightedElement<bool>({{9, false}, {1, true}})) {
    texts.emplace_back(engine::ChunkEncoder::max_together, 'a');
  }
  std::rotate(texts.begin(), texts.begin() + *number_between<std::ptrdiff_t>(0, 2), texts.end());
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<Ids> wanted;
  for (const std::string& text : texts) {
    const bool is_long = text.size() == engine::ChunkEncoder::max_together;
    wanted.push_back(is_long ? Encoder(table).encode(text) : reference::encode(text, table));
  }
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    EncodeOptions options;
    options.level = level;
    options.cache_memory =
        *rc::gen::element<std::size_t>(500, engine::cache::ChunkCache::default_memory);
    std::vector<Ids> results(texts.size(), Ids{7});
    Encoder(table, options).encode(views, results);
    RC_ASSERT(results == wanted);
  }
  RC_CLASSIFY(texts.size() > 8, "more than eight texts");
}

PROPERTY("S19b", "the engine's ids are the reference's for rank files") {
  const EncodeCase given = *encode_case();
  Table table = by_bytes(v1_table(given.merges));
  const auto turn = *number_between<std::size_t>(0, table.tokens.size() - 1);
  if (*rc::gen::arbitrary<bool>()) {
    std::rotate(table.tokens.begin(), table.tokens.begin() + static_cast<std::ptrdiff_t>(turn),
                table.tokens.end());
    for (TokenId id = 0; id < table.tokens.size(); ++id) {
      const std::string& bytes = table.tokens[id];
      if (bytes.size() == 1) table.byte_ids[static_cast<unsigned char>(bytes[0])] = id;
    }
  }
  for (const Scanned& scanned : all_scanned) {
    RC_ASSERT(ids_difference(given.text, cut_as(table, scanned.profile)) == "");
  }
}

PROPERTY("FR-16c", "a chunk of any length has the reference's ids") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  const auto times = *number_between<std::size_t>(1, 40);
  std::string chunk;
  for (std::size_t i = 0; i < times; ++i) chunk += given.text;
  chunk.resize(std::min<std::size_t>(chunk.size(), 2000));
  if (chunk.empty()) return;
  const engine::merge::MergeTable merges(table);
  Ids ids(chunk.size());
  ids.resize(engine::merge::Merger(merges).merge(chunk, ids.data()));
  const Ids wanted = reference::encode_chunk(chunk, table);
  RC_ASSERT(ids == wanted);
  for (const engine::merge::BytePairs& pairs :
       {engine::merge::BytePairs::all(), engine::merge::BytePairs(chunk)}) {
    const engine::merge::TokenTrie trie(table, merges.pairs(), pairs);
    RC_ASSERT(trie.is_exact());
    ids.resize(chunk.size());
    ids.resize(trie.merge(chunk, ids.data()));
    RC_ASSERT(ids == wanted);
  }
  RC_CLASSIFY(chunk.size() > 64, "more than 64 bytes");
  RC_CLASSIFY(chunk.size() > engine::kernels::max_middle_chunk, "by the heap");
}

// The kernels have loops for up to 16, 32, 64 and 512 bytes, and for groups of up to 31.
CLAUSE_TEST("FR-16c", "chunks of each length up to 530 have the reference's ids at each level") {
  const Table table = v1_table({{'a', 'b'}, {'b', 'b'}, {256, 256}, {257, 'a'}, {'c', 256}});
  std::string letters;
  for (std::uint32_t turn = 1; letters.size() < 600; turn = turn * 1664525U + 1013904223U) {
    letters += static_cast<char>('a' + (turn >> 20) % 3);
  }
  const engine::merge::MergeTable merges(table);
  for (std::size_t size = 1; size <= 530; ++size) {
    // The last two letters are one token, and so are the first two.
    std::string chunk = letters.substr(size % 64, size);
    if (size > 3) chunk.replace(size - 2, 2, "ab").replace(0, 2, "ab");
    const Ids wanted = reference::encode_chunk(chunk, table);
    for (const engine::machine::Level level : engine::machine::machine_levels()) {
      CAPTURE(size, level);
      const engine::merge::Merger merger(merges, level);
      Ids ids(size);
      ids.resize(merger.merge(chunk, ids.data()));
      CHECK(ids == wanted);
      if (size > engine::kernels::group_chunk) continue;
      for (const std::size_t count : {1U, 3U, 4U, 16U, 17U, 32U}) {
        engine::kernels::ChunkGroup group;
        group.count = count;
        for (std::size_t i = 0; i < count; ++i) group.chunks[i] = chunk;
        group.chunks[0] = "b";
        merger.merge_group(group);
        for (std::size_t i = 1; i < count; ++i) {
          CHECK(std::ranges::equal(std::span(group.ids[i]).first(group.sizes[i]), wanted));
        }
      }
    }
  }
}

// If a token follows itself, the engine writes many of them at once. The text before and after such
// a run, and the end of the run, decide how many.
PROPERTY("FR-16c", "where a chunk repeats itself its ids are the reference's") {
  const auto letters = rc::gen::resize(
      6, rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab")))));
  std::vector<Pair> made;  // merges of two letters and of earlier tokens
  const auto count = *number_between<TokenId>(1, 9);
  for (TokenId id = 256; id < 256 + count; ++id) {
    const auto part = [&] {
      const auto i = *number_between<TokenId>(0, id - 256 + 1);
      return i < 2 ? TokenId{'a'} + i : 254 + i;
    };
    made.push_back({part(), part()});
  }
  std::string chunk;
  for (std::size_t runs = *number_between<std::size_t>(1, 3); runs > 0; --runs) {
    const std::string unit = *letters;
    for (auto times = *number_between<std::size_t>(20, 150); times > 0; --times) chunk += unit;
    chunk += *letters;
  }
  const Table by_pairs = v1_table(made);
  for (const Table& table : {by_pairs, by_bytes(by_pairs)}) {
    const engine::merge::MergeTable merges(table);
    const engine::merge::TokenTrie trie(table, merges.pairs(), engine::merge::BytePairs(chunk));
    const bool is_laid = trie.is_exact() && merges.find_whole(chunk) == engine::kernels::no_token;
    RC_CLASSIFY(is_laid && table.profile.merging == Merging::bytes, "a rank file");
    RC_ASSERT(is_laid || table.profile.merging == Merging::bytes);
    if (!is_laid) continue;
    Ids ids(chunk.size());
    ids.resize(trie.merge(chunk, ids.data()));
    RC_ASSERT(ids == reference_ids(chunk, table, reference::tokens_by_bytes(table)));
  }
  RC_CLASSIFY(chunk.size() > 512, "more than 512 bytes");
}

// For the first long chunk, the engine makes a trie of the tokens that the chunk may need. For the
// next chunk of another kind, it makes a trie of all tokens.
CLAUSE_TEST("FR-16c", "long chunks of several kinds have the reference's ids, in any order") {
  const Table table = v1_table({{'a', 'a'}, {'a', 'b'}, {'c', 'd'}, {256, 257}, {258, 258}});
  const auto repeated = [](std::string_view unit, std::size_t size) {
    std::string chunk;
    while (chunk.size() < size) chunk += unit;
    return chunk;
  };
  constexpr std::size_t worth_a_trie = std::size_t{1} << 16;
  const std::vector<std::string> chunks = {
      repeated("a", worth_a_trie),          repeated("aab", 600), repeated("cdcdd", 600),
      repeated("aacdbabaac", worth_a_trie), repeated("cd", 700),  repeated("abcda", worth_a_trie)};
  std::vector<Ids> wanted;
  for (const std::string& chunk : chunks) wanted.push_back(reference::encode_chunk(chunk, table));
  for (std::size_t first = 0; first < chunks.size(); ++first) {
    const engine::merge::MergeTable merges(table);
    const engine::merge::Merger merger(merges);
    std::vector<std::thread> threads;  // each time another chunk is the first
    std::vector<Ids> found(chunks.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const std::size_t which = (first + i) % chunks.size();
      threads.emplace_back([&, which] {
        Ids ids(chunks[which].size());
        ids.resize(merger.merge(chunks[which], ids.data()));
        found[which] = std::move(ids);
      });
      if (first % 2 == 0) threads.back().join();
    }
    for (std::thread& thread : threads) {
      if (thread.joinable()) thread.join();
    }
    CHECK(found == wanted);
  }
}

PROPERTY("FR-16b FR-16c", "a cache that wipes itself all the time changes no id") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  EncodeOptions options;
  options.cache_memory = *number_between<std::size_t>(0, 200);
  RC_ASSERT(ids_difference(given.text + given.text, table, options) == "");
}

CLAUSE_TEST("FR-16b FR-16c", "a cache that grows and gives way to newer chunks changes no id") {
  const Table table = v1_table({{'a', 'b'}, {'c', 'd'}, {256, 257}});
  EncodeOptions options;
  options.cache_memory = std::size_t{2} << 20;
  std::string text;
  for (unsigned i = 0; i < (few_cases() ? 20000U : 100000U); ++i) {
    text += fmt::format(" {}abcd{}", i * 2654435761U % 50021, i % 7 == 0 ? "abcdabcdabcdabcd" : "");
  }
  CHECK(ids_difference(text, table, options) == "");
}

CLAUSE_TEST("FR-30 FR-16c", "any number of threads may encode with one encoder") {
  const Table table = v1_table({{'a', 'b'}, {' ', 256}, {257, 'c'}});
  std::string text;
  for (unsigned i = 0; i < 2000; ++i) text += fmt::format("ab abc{} ", i % 97);
  const Ids wanted = reference::encode(text, table);
  for (const std::size_t count : {1U, 2U, 3U, 8U, 16U}) {
    const Encoder encoder(table);
    std::vector<Ids> results(count);
    std::vector<std::thread> threads;
    for (Ids& result : results) {
      threads.emplace_back([&] { result = encoder.encode(text); });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(std::ranges::all_of(results, [&](const Ids& ids) { return ids == wanted; }));
  }
}

CLAUSE_TEST("S9b", "a token that its own bytes do not make is taken as a whole, and only so") {
  // "abc" cannot be made: "bc" is merged first, and only a whole chunk joins "a" and "bc".
  Table table = by_bytes(v1_table({}));
  const std::vector<std::string> longer = {"bc", "ab", "abc", "xab"};
  table.tokens.insert(table.tokens.begin(), longer.begin(), longer.end());
  for (TokenId& id : table.byte_ids) id += static_cast<TokenId>(longer.size());
  table.specials.clear();
  for (const char* text : {"abc", "abcabc", "xabc", "xab", "aabc", "abc abc", "bc", "a", "zabc"}) {
    CHECK(ids_difference(text, table) == "");
  }
}

// The memory before the text and behind it may not be read: a read there ends the process.
CLAUSE_TEST("FR-16c FR-4 S1a S10 S30c", "nothing outside of a text is read, at each level") {
  constexpr std::size_t page = 4096;
  Table table = v1_table({{'a', 'b'}, {'c', 'a'}, {0xC3, 0xA9}, {'l', 'l'}});
  table.profile.normalizer = Normalizer::nfc_16_0;
  table.specials = {{"<s>", 300}, {"<", 301}, {std::string(70, 'a'), 302}};
  std::string long_one = long_text(120) + "e\u0301\u0323 \u00e9\u4e2d\u6587 don't \u3000\r\n  \t";
  long_one += "a'12<\u00e9\U0001f600'l ";
  std::map<engine::machine::Level, Encoder> encoders;
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    encoders.try_emplace(level, table, EncodeOptions{.level = level});
  }
  const auto read_all = [&] {
    auto* const memory = static_cast<char*>(
        ::mmap(nullptr, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (::mprotect(memory + page, page, PROT_READ | PROT_WRITE) != 0) return std::string("none");
    for (std::size_t from = 0; from < long_one.size(); ++from) {
      if (utf8::is_continuation(long_one[from])) continue;
      for (const std::string& given : {long_one.substr(from), long_one.substr(0, from)}) {
        for (char* const place : {memory + 2 * page - given.size(), memory + page}) {
          std::memcpy(place, given.data(), given.size());
          const std::string_view text(place, given.size());
          for (const engine::machine::Level level : engine::machine::machine_levels()) {
            if (engine::scan::first_ill_formed(text, level)) return "ill-formed: " + given;
            for (const Scanned& scanned : all_scanned) {
              if (engine::scan::chunks(text, scanned.scan, level) !=
                  engine::scan::chunks(given, scanned.scan, level))
                return "chunks: " + given;
            }
            const auto& nfc = engine::normalize::nfc(unicode::FormVersion::v16_0);
            if (nfc.changed(text, level) != nfc.changed(given, level)) return "form: " + given;
            const Encoder& encoder = encoders.at(level);
            if (encoder.encode(text) != encoder.encode(given)) return "ids: " + given;
          }
        }
      }
    }
    return std::string("read");
  };
  CHECK(outcome_in_child([] {}, read_all) == "read");
}

// The encoder that a call used has the memory that the next call needs.
TEST_CASE("each way to encode gives its encoder back, and takes it again") {
  const Table table = v1_table({{'a', 'b'}});
  const std::string text = "ab abc ab <|endoftext|> abab ";
  const std::vector<std::string_view> texts = {text, "ab", text};
  const auto is_used_again = [&](const auto& encode) {
    const Encoder encoder(table, {.least_part = 2});
    encode(encoder);
    const Allocations before = allocations();
    encoder.encode(text);
    return allocations().bytes - before.bytes < 20000;
  };
  CHECK_FALSE(is_used_again([](const Encoder&) {}));
  CHECK(is_used_again([&](const Encoder& encoder) { encoder.encode(text); }));
  CHECK(is_used_again([&](const Encoder& encoder) { encoder.encode(text, 3); }));
  CHECK(is_used_again([&](const Encoder& encoder) {
    std::vector<Ids> results(texts.size());
    encoder.encode(texts, results);
  }));
  CHECK(is_used_again([&](const Encoder& encoder) {
    Ids ids;
    engine::FirstSink sink(ids, 2);
    encoder.append_first(text, sink);
  }));
}

PROPERTY("S1a", "the engine finds the first ill-formed byte at each level") {
  std::string bytes(*number_between<std::size_t>(0, 70), 'x');
  // A text that is long enough for blocks of 64 bytes. One of its parts may be ill-formed.
  const auto parts = *number_between<std::size_t>(0, 8);
  const auto bad = *number_between<std::size_t>(0, 12);
  for (std::size_t i = 0; i < parts; ++i) bytes += i == bad ? *any_bytes() : *any_text();
  const auto wanted = utf8::first_ill_formed(bytes);
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    RC_ASSERT(engine::scan::first_ill_formed(bytes, level) == wanted);
  }
  RC_CLASSIFY(wanted.has_value(), "ill-formed");
  RC_CLASSIFY(bytes.size() > 128, "several blocks");
}

TEST_CASE("S1a: the engine judges sequences of up to four bytes from both sides of every border") {
  static constexpr std::array<unsigned char, 25> edges = {
      0x00, 0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf,
      0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
  const auto bytes_of = [](std::initializer_list<unsigned char> list) {
    return std::string(list.begin(), list.end());
  };
  std::uint64_t compared = 0;
  const auto compare = [&](const std::string& bytes) {
    // Puts the bytes at several places: alone, at the end of a block, across it, and at the end of
    // the text.
    for (const std::size_t lead : {0U, 30U, 60U, 62U, 124U}) {
      for (const std::size_t tail : {std::size_t{0}, 128 - lead}) {
        const std::string text = std::string(lead, 'x') + bytes + std::string(tail, 'y');
        const auto wanted = utf8::first_ill_formed(text);
        for (const engine::machine::Level level : engine::machine::machine_levels()) {
          if (engine::scan::first_ill_formed(text, level) != wanted) FAIL(lead << ", " << tail);
          ++compared;
        }
      }
    }
  };
  for (const unsigned char a : edges) {
    compare(bytes_of({a}));
    for (const unsigned char b : edges) {
      compare(bytes_of({a, b}));
      for (const unsigned char c : edges) {
        compare(bytes_of({a, b, c}));
        if (few_cases()) continue;
        for (const unsigned char d : edges) compare(bytes_of({a, b, c, d}));
      }
    }
  }
  std::cout << "sequences of up to four bytes: " << compared << " compared, 0 differ\n";
}

// Tests the engine's ids at every level of the machine: for each pattern, by pairs and by bytes,
// one chunk at a time, sixteen together, and with a small cache.
//
//   level      portable   avx2   avx512
//   chunk      "abab" -> 257      each merger of each level, and the reference, alone
//   text       "ab ab ... ab"     more than 64 chunks, which are looked up in batches

// A table that was learned from the texts, so that some merges apply.
Table table_of(const std::vector<std::string>& texts, bool as_ranks) {
  engine::count::ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  for (const std::string& text : texts) counts.add_text(text);
  Table table = v1_table(engine::learn_merges(counts, 30));
  if (as_ranks) table = by_bytes(table);
  table.specials.clear();
  return table;
}

const Scanned& some_pattern() {
  return all_scanned.at(*number_between<std::size_t>(0, all_scanned.size() - 1));
}

PROPERTY("FR-16b FR-16c S19b", "texts of each generator have the reference's ids at each level") {
  const std::vector<std::string> texts = {*pair_rich_text(), *class_edge_text(),
                                          *byte_complete_text(), *special_text(), *any_text()};
  const Table table = table_of(texts, *rc::gen::arbitrary<bool>());
  const Scanned& scanned = some_pattern();
  RC_ASSERT(!ids_differ_at(texts, table, scanned, engine::cache::ChunkCache::default_memory));
  RC_TAG(std::string(scanned.profile.name));
}

PROPERTY("FR-16b FR-16c S19b", "batches of many chunks have the reference's ids at each level") {
  const auto parts = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::string>>(rc::gen::scale(0.3, any_text())));
  const Table table = table_of(parts, *rc::gen::arbitrary<bool>());
  // Repeats the parts in random order.
  std::string text;
  auto turn = *number_between<std::uint32_t>(1, 1U << 30);
  for (int i = 0; i < 150 && text.size() < 1500; ++i) {
    turn = turn * 1664525U + 1013904223U;
    text += parts[(turn >> 8) % parts.size()];
    text += (turn >> 4 & 3) == 0 ? "\n" : " ";
  }
  // Emptying a cache takes longer than everything else here. So only other tests have caches that
  // are emptied at each chunk.
  const auto memory =
      *rc::gen::element<std::size_t>(2000, 20000, engine::cache::ChunkCache::default_memory);
  RC_ASSERT(!ids_differ_at({text}, table, some_pattern(), memory));
  RC_CLASSIFY(memory < 20000, "a cache of 250 bytes");
}

CLAUSE_TEST("FR-16b FR-16c S19b", "hard texts have the reference's ids at each level") {
  for (const NamedText& hard : hard_texts(few_cases() ? 300 : 1500)) {
    for (const bool as_ranks : {false, true}) {
      const Table table = table_of({"the cat 12 !? \n      aaaa abab 12 ^^^^ \u4e00"}, as_ranks);
      for (const Scanned& scanned : all_scanned) {
        INFO(hard.name << ", " << scanned.profile.name);
        CHECK(!ids_differ_at({hard.text}, table, scanned, 20000));
      }
    }
  }
}

CLAUSE_TEST("S12 S9b S19b", "tokens out of reach, repeated pairs and equal bytes change no id") {
  struct Case {
    std::string_view what;
    Table table;
  };
  std::vector<Case> cases;
  const auto add = [&](std::string_view what, std::vector<Pair> merges) {
    const Table table = v1_table(std::move(merges));
    cases.push_back({what, table});
    cases.push_back({what, by_bytes(table)});
  };
  // "bc" is merged first, so "abc" cannot be made of "ab".
  add("a token out of reach", {{'b', 'c'}, {'a', 'b'}, {257, 'c'}});
  add("the same pair twice", {{'a', 'b'}, {'a', 'b'}, {256, 'c'}, {257, 'c'}, {256, 256}});
  add("equal bytes", {{'a', 'b'}, {'b', 'c'}, {256, 'c'}, {'a', 257}, {258, 259}, {259, 258}});
  // No two of " a", "bc" and "d" join to a token, so only a whole chunk becomes one of these
  // tokens.
  Table ranks = by_bytes(v1_table({{'b', 'c'}}));
  ranks.tokens.push_back("abcd");
  ranks.tokens.push_back(" abcd");
  cases.push_back({"a rank that no merge makes", std::move(ranks)});

  std::string text;
  for (std::size_t i = 0; i < 700; ++i) {
    text += std::array<std::string_view, 7>{"abc",   " abcabc", " ab",       "xabc",
                                            " bcab", "c",       " abababcbc"}[i * i % 11 % 7];
  }
  for (Case& one : cases) {
    one.table.specials.clear();
    for (const Scanned& scanned : all_scanned) {
      INFO(one.what << ", " << scanned.profile.name);
      CHECK(!ids_differ_at({text, "abcd", "abc"}, one.table, scanned, 2000));
    }
  }
}

TEST_CASE("FR-16c S12 S19b: the engine agrees on all small tables with all short strings") {
  for (const bool as_ranks : {false, true}) {
    const std::size_t longest = few_cases() ? 4 : as_ranks ? 6 : 8;
    std::uint64_t count = 0;
    for (const std::vector<Pair>& list : merge_lists(3)) {
      const Table table = v1_table(list);
      const Compared compared = compare_merges(as_ranks ? by_bytes(table) : table, longest);
      INFO(compared.difference);
      REQUIRE(compared.difference.empty());
      count += compared.count;
    }
    std::cout << "tables of up to 3 merges by " << (as_ranks ? "bytes" : "pairs")
              << ", strings of up to " << longest << ", "
              << engine::machine::machine_levels().size() << " levels, alone and in step: " << count
              << " compared, 0 differ\n";
    record("exhaustive", "FR-16c S12 S19b", "the engine agrees on all small tables", count);
  }
}

}  // namespace
}  // namespace bpetite::test
