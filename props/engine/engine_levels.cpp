// Tests the engine's ids at every level of the machine: for each pattern, by pairs and by bytes,
// one chunk at a time, sixteen together, and with a small cache.
//
//   level      portable   avx2   avx512
//   chunk      "abab" -> 257      each merger of each level, and the reference, alone
//   text       "ab ab ... ab"     more than 64 chunks: what is looked up in batches
#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "engine/encode.hpp"
#include "engine/train.hpp"
#include "support/exhaustive.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/texts.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// A table that was learned from the texts, so that there is something to merge.
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
  // Parts come back, in another order each time.
  std::string text;
  auto turn = *number_between<std::uint32_t>(1, 1U << 30);
  for (int i = 0; i < 150 && text.size() < 1500; ++i) {
    turn = turn * 1664525U + 1013904223U;
    text += parts[(turn >> 8) % parts.size()];
    text += (turn >> 4 & 3) == 0 ? "\n" : " ";
  }
  // A wipe costs more than all else here: engine_encode.cpp has caches that wipe themselves at each
  // chunk.
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
  // "bc" goes before "abc" can be made of "ab".
  add("a token out of reach", {{'b', 'c'}, {'a', 'b'}, {257, 'c'}});
  add("the same pair twice", {{'a', 'b'}, {'a', 'b'}, {256, 'c'}, {257, 'c'}, {256, 256}});
  add("equal bytes", {{'a', 'b'}, {'b', 'c'}, {256, 'c'}, {'a', 257}, {258, 259}, {259, 258}});
  // Of " a", "bc" and "d" no two are a token when they are joined: only a whole chunk becomes
  // these.
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
