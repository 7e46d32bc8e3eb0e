// Tests the class Splitter, which compiles patterns to tables and cuts texts by them. It must cut
// as the reference's matcher does, by random patterns and by those of all profiles, with classes
// that begin or end where a table is divided, also where patterns have no table.
//
//   a+(?=b)|a|b|[^ab]      aab      aa | b
//
// Also tests at which places a text can safely be divided (S25l), that any number of threads gives
// the same ids, that the time grows with the length of a text only, and that patterns which are too
// large are an error (S25i).
#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conform/search/random.hpp"
#include "core/utf8.hpp"
#include "engine/compile/automaton.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/compile/table_reader.hpp"
#include "engine/encode.hpp"
#include "engine/scan/scan.hpp"
#include "pattern/pattern_error.hpp"
#include "profiles/profiles.hpp"
#include "reference/matcher.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/random_patterns.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using conform::search::Random;
using engine::compile::Splitter;

// Patterns that never have to go back, so they can become one table with the next pattern.
const std::vector<std::string> outer_patterns = {"\\p{N}",   "\\p{L}{1,3}",  "[ab]+",
                                                 "\\p{Han}", "\\n+|[^\\n]+", "\\s|1++"};

// A random sequence of patterns: mostly one, sometimes two or three.
std::vector<Split> random_splits(Random& random) {
  const std::size_t passes = random.one_in(4) ? random.between(2, 3) : 1;
  std::vector<Split> splits;
  if (passes > 1 && !random.one_in(3)) splits.push_back({{random.pick(outer_patterns)}});
  while (splits.size() < passes) splits.push_back(random_split(random));
  return splits;
}

std::vector<reference::Matcher> matchers_of(const std::vector<Split>& splits) {
  std::vector<reference::Matcher> matchers;
  for (const Split& split : splits) matchers.emplace_back(split.pattern);
  return matchers;
}

std::string shown(const std::vector<Split>& splits) {
  std::string all;
  for (const Split& split : splits) {
    all += split.pattern.text;
    all += split.pattern.dialect == Dialect::tiktoken ? "  (tiktoken)\n" : "  (huggingface)\n";
  }
  return all;
}

PROPERTY("S25k S25h S25j S25c S25e S25f S25g",
         "of random patterns, the compiled form cuts as the matcher does") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::vector<Split> splits = random_splits(random);
  const Splitter splitter(splits);
  const auto matchers = matchers_of(splits);
  const int texts = cases_percent() > 100 ? 100 : 10;
  for (int i = 0; i < texts; ++i) {
    const std::string text = random_pattern_text(random, 12);
    RC_LOG() << shown(splits) << utf8::quoted(text, 200) << "\n";
    RC_ASSERT(splitter.chunks(text) == reference::cut(text, matchers));
  }
  RC_TAG(splitter.table() == nullptr ? "no table" : splits.size() > 1 ? "one of several" : "one");
}

// A named profile, with the three implementations that cut by its patterns.
struct Named {
  explicit Named(const Profile& of)
      : profile(of), splitter(of.splits), cutter(of), by_reference(of) {}

  const Profile& profile;
  Splitter splitter;
  engine::scan::Cutter cutter;
  reference::Pretokenizer by_reference;
};

// Each profile is compiled once, because that takes longer than cutting a text.
const std::vector<Named>& named() {
  static const std::vector<Named> all = [] {
    std::vector<Named> made;
    for (const Profile* profile : profiles::all()) made.emplace_back(*profile);
    return made;
  }();
  return all;
}

PROPERTY("S25k S25e S25j S3a S3b", "compiled, the named patterns cut as the reference does") {
  const std::string text = *any_text();
  for (const Named& it : named()) {
    RC_LOG() << it.profile.name;
    const auto wanted = it.by_reference.chunks(text);
    RC_ASSERT(it.splitter.chunks(text) == wanted);
    RC_ASSERT(engine::scan::chunks(text, it.cutter, engine::machine::level()) == wanted);
  }
}

// The outer patterns of Falcon and DeepSeek Coder go back in the text, so their patterns cannot be
// joined to one table.
CLAUSE_TEST("S25k S25j", "named patterns are cut by one table") {
  for (const Named& it : named()) {
    INFO(it.profile.name);
    const bool is_joined = it.profile.name != "falcon" && it.profile.name != "deepseek_coder";
    CHECK((it.splitter.table() != nullptr) == is_joined);
  }
}

// 130 scalars and the rest are 131 classes. Two such patterns together have 261, and a table has at
// most 254.
CLAUSE_TEST("S25k S25i S25j", "two patterns with too many classes for one table are cut by two") {
  const auto each_of = [](char32_t first) {
    std::string pattern;
    for (char32_t scalar = first; scalar < first + 130; ++scalar) {
      utf8::append(pattern, scalar);
      pattern += '|';
    }
    pattern.pop_back();
    return Split{{pattern, Dialect::tiktoken, unicode::pinned}, Behaviour::isolated};
  };
  const std::vector<Split> splits{each_of(0x4E00), each_of(0x5000)};
  const Splitter splitter(splits);
  CHECK(splitter.table() == nullptr);
  CHECK(Splitter(std::span(splits).first(1)).table() != nullptr);
  const std::string text = "a\u4E00\u5000b\u4E81\u5081\u4E82\u5082c";
  CHECK(splitter.chunks(text) == reference::cut(text, matchers_of(splits)));
}

// A class may differ from its neighbours in one scalar alone: the first or last one of a page of
// the table, of 256, or of a size of UTF-8.
CLAUSE_TEST("S25c S25k", "a class of one scalar is found at each end of a page") {
  for (const char32_t scalar :
       {0x7FU, 0x80U, 0xFFU, 0x100U, 0x13FU, 0x7FFU, 0x800U, 0x30FFU, 0x3100U, 0x3FFFU, 0xD7FFU,
        0xE000U, 0xFFFFU, 0x10000U, 0x1F5FFU, 0x10FFFFU}) {
    std::string one;
    utf8::append(one, scalar);
    std::string text = "a" + one + one + "a" + one;
    for (const char32_t other : {scalar - 1, scalar + 1, scalar ^ 0x100U, scalar ^ 0x1000U}) {
      if (other >= 0x110000 || (other >= 0xD800 && other < 0xE000)) continue;
      utf8::append(text, other);
      text += one;
    }
    const std::vector<Split> splits =
        isolated(Dialect::tiktoken,
                 std::vector<std::string>{
                     fmt::format(R"(\x{{{0:X}}}+|[^\x{{{0:X}}}])", static_cast<unsigned>(scalar))},
                 unicode::pinned);
    INFO(static_cast<unsigned>(scalar));
    CHECK(Splitter(splits).chunks(text) == reference::cut(text, matchers_of(splits)));
  }
}

// Gives the text to the table a few bytes at a time, and collects the starts of the pieces.
std::vector<std::size_t> starts_in_parts(const engine::compile::CutTable& table,
                                         std::string_view text, Random& random) {
  using Reader = engine::compile::TableReader;
  const std::size_t most = random.between(4, 3000);
  std::vector<std::uint32_t> found(most + Reader::more);
  std::vector<std::size_t> starts;
  Reader reader(table, text);
  while (!reader.done()) {
    const std::size_t at = reader.at();
    const std::size_t count = reader.read(found.data(), random.between(4, most));
    for (std::size_t i = 0; i < count; ++i) starts.push_back(at + found[i]);
  }
  return starts;
}

PROPERTY("S25k S25h S25j S25l FR-16b", "side by side, parts of a text are cut as the whole is") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::vector<Split> splits = random_splits(random);
  const Splitter splitter(splits);
  std::string text;
  // From 0 to 3 spaces, so that the ends of the lanes fall on all places.
  text.append(random.below(4), ' ');
  const std::size_t size = random.between(600, 1500);
  while (text.size() < size) {
    text += random_pattern_text(random, 12);
    // A long run often has no safe place.
    if (random.one_in(40)) text.append(random.between(100, 700), random.one_in(2) ? ' ' : 'a');
  }
  RC_LOG() << shown(splits) << utf8::quoted(text, 3000) << "\n";
  const auto wanted = reference::cut(text, matchers_of(splits));
  RC_ASSERT(splitter.chunks(text) == wanted);
  if (splitter.table() == nullptr) return;
  std::vector<std::size_t> starts;
  for (const std::string_view chunk : wanted) {
    starts.push_back(static_cast<std::size_t>(chunk.data() - text.data()));
  }
  RC_ASSERT(starts_in_parts(*splitter.table(), text, random) == starts);
  RC_TAG(splits.size() > 1 ? "a table of several" : "a table");
}

// Cuts a text at each place that is safe, and compares the chunks of both parts with those of the
// whole. Returns the number of places.
std::size_t cut_at_safe_places(const Splitter& splitter, std::string_view text) {
  std::size_t places = 0;
  const auto whole = splitter.chunks(text);
  for (std::size_t at = 0; at < text.size();) {
    const auto [before, size] = utf8::scalar_at(text, at);
    at += size;
    if (at == text.size()) break;
    const auto* const table = splitter.passes().front().safe_places();
    if (table == nullptr || !table->is_safe(before, utf8::scalar_at(text, at).value)) continue;
    auto parts = splitter.chunks(text.substr(0, at));
    for (const std::string_view chunk : splitter.chunks(text.substr(at))) parts.push_back(chunk);
    RC_ASSERT(parts == whole);
    ++places;
  }
  // Each search finds the next one, or the end.
  for (std::size_t from = 1; from <= text.size(); ++from) {
    std::size_t next = from;
    while (next < text.size() && !splitter.is_safe_place(text, next)) ++next;
    RC_ASSERT(splitter.next_safe_place(text, from) == next);
  }
  return places;
}

PROPERTY("S25l", "cut at a safe place, both parts have the chunks of the whole") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::size_t places = 0;
  for (const Named& it : named()) {
    places += cut_at_safe_places(it.splitter, random_pattern_text(random, 12));
  }
  const std::vector<Split> splits = random_splits(random);
  const Splitter splitter(splits);
  RC_LOG() << shown(splits);
  for (int i = 0; i < 5; ++i) {
    places += cut_at_safe_places(splitter, random_pattern_text(random, 12));
  }
  RC_CLASSIFY(places > 0, "safe places");
}

PROPERTY("S25k S25j S25l FR-16b", "any profile is encoded as the reference does, on any threads") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Table table = v1_table({{'a', 'b'}, {' ', 'a'}, {256, 'b'}, {'\n', '\n'}});
  table.profile.splits = random_splits(random);
  std::string text;
  for (int i = 0; i < 12; ++i) text += random_pattern_text(random, 40);
  engine::EncodeOptions options;
  options.least_part = 16;
  RC_LOG() << shown(table.profile.splits);
  RC_ASSERT(ids_difference(text, table, options, {1, 2, 3, 8, 16}) == "");
  RC_CLASSIFY(text.size() > 300, "more than 300 bytes");
}

// Parts have 64 bytes, so every thread has many parts.
CLAUSE_TEST("S25l FR-16b", "each named profile gives the same ids on 1, 2, 3, 8 and 16 threads") {
  Random random(11);
  std::string text;
  while (text.size() < (few_cases() ? 4000 : 30000)) text += random_pattern_text(random, 12);
  engine::EncodeOptions options;
  options.least_part = 64;
  for (const Named& it : named()) {
    INFO(it.profile.name);
    Table table = v1_table({{'a', 'b'}, {' ', 'a'}, {256, 'b'}, {'\n', '\n'}});
    table.profile.splits = it.profile.splits;
    CHECK(ids_difference(text, table, options, {1, 2, 3, 8, 16}) == "");
  }
}

// The scanner cuts parts at safe places, about 2^14 bytes apart. The sequence is not one table,
// because GPT-2's pattern has to go back.
CLAUSE_TEST("S25l FR-16b", "long texts are cut in parts without a seam") {
  Random random(7);
  std::string text;
  while (text.size() < (few_cases() ? 40000 : 100000)) text += random_pattern_text(random, 12);
  std::vector<Split> several = {profiles::gpt2().splits.front(), {{"\\p{L}{3}"}}};
  REQUIRE(Splitter(several).table() == nullptr);
  for (const auto& splits : {profiles::o200k().splits, profiles::r50k().splits, several}) {
    Profile profile;
    profile.splits = splits;
    CHECK(engine::scan::chunks(text, engine::scan::Cutter(profile), engine::machine::level()) ==
          reference::pretokenize(text, profile));
  }
}

// Lends memory with a mark behind what was asked for.
class MarkedSink final : public engine::IdSink {
 public:
  TokenId* space(std::size_t most) override {
    most_ = most;
    memory_.assign(most + 200'000, mark);
    return memory_.data();
  }
  void add(std::span<const TokenId> ids, std::size_t /*bytes*/) override {
    ids_.insert(ids_.end(), ids.begin(), ids.end());
    const auto behind = std::span(memory_).subspan(std::min(most_, memory_.size()));
    if (std::ranges::any_of(behind, [](TokenId id) { return id != mark; }))
      is_written_behind = true;
  }

  std::vector<TokenId> ids_;
  bool is_written_behind = false;

 private:
  static constexpr TokenId mark = 0xFFFFFFFF;
  std::vector<TokenId> memory_;
  std::size_t most_ = 0;
};

// Under kimi_k2's pattern it is not certain for many blocks where a run of upper case begins its
// last chunk, and then many chunks are certain at once.
CLAUSE_TEST("FR-16b FR-16c",
            "runs that are longer than a batch have their ids, in the space for them") {
  const auto repeated = [](std::string_view one, std::size_t bytes) {
    std::string all;
    while (all.size() < bytes) all += one;
    return all;
  };
  const std::vector<std::string> runs = {"Q", "q",      "7",      " ",     "\n",
                                         "'", "\u00E9", "\u4E2D", "\u0301"};
  for (const Named& it : named()) {
    Table table = v1_table({});
    table.profile.splits = it.profile.splits;
    const engine::Encoder encoder(table);
    for (const std::string& run : runs) {
      for (const std::string_view inside : {"", "\u0301", "q", "Q", "7", " ", "'s"}) {
        for (const std::string_view end : {"", "!", "a"}) {
          std::string text = repeated(run, 20'000 / every(4));
          text += inside;
          text += repeated(run, 60'000);
          text += end;
          MarkedSink sink;
          encoder.append(text, sink);
          INFO(it.profile.name << " " << utf8::quoted(run) << " " << utf8::quoted(inside));
          REQUIRE(!sink.is_written_behind);
          REQUIRE(sink.ids_.size() == text.size());
          REQUIRE(std::ranges::equal(sink.ids_, text, {}, {},
                                     [](char c) { return static_cast<unsigned char>(c); }));
        }
      }
    }
  }
}

// If each match read the whole text, this would take hours.
CLAUSE_TEST("S25k S25h", "a text is not read again for each match that goes on in vain") {
  const std::string text(few_cases() ? 50000 : 1000000, 'a');
  const std::vector<Split> one_by_one = {{{"a+b|a"}}};
  CHECK(Splitter(one_by_one).chunks(text).size() == text.size());
  const std::vector<Split> by_two = {{{"(?:aa)*b|aa|a*c"}}};
  CHECK(Splitter(by_two).chunks(text).size() == text.size() / 2);
  const std::vector<Split> no_match = {{{"a+b"}}};
  CHECK(Splitter(no_match).chunks(text).size() == 1);
}

// The end of a match depends on each of the last 20 letters. So there are too many sets of states
// for a table.
const std::vector<Split> without_table = {{{"[ab]{20}a[ab]*c|[ab]"}}};

CLAUSE_TEST("S25i", "the time of a text grows with its length even without a table") {
  Random random(3);
  std::string text;
  while (text.size() < (few_cases() ? 50000 : 400000)) text += random.one_in(2) ? 'a' : 'b';
  CHECK(Splitter(without_table).chunks(text).size() == text.size());
  // For each pattern the whole text is one piece, so each pattern reads all of it.
  const std::vector<Split> many(64, {{"[ab]{20}a[ab]*c"}});
  CHECK(Splitter(many).chunks(text.substr(0, 20000)).size() == 1);
}

CLAUSE_TEST("S25k S25h S25i",
            "without a table, texts of some windows are cut as the matcher does") {
  const std::vector<Split> looks_ahead = {{{"[ab\\x{E9}]{20}a[ab\\x{E9}]*(?!\\S)|[ab]{2}|"}}};
  for (const std::vector<Split>& splits : {without_table, looks_ahead}) {
    const Splitter splitter(splits);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      const std::size_t size = seed == 0 ? 9000 : random.below(200);
      std::string text;
      while (text.size() < size) {
        text += random.one_in(60) ? "c" : random.one_in(60) ? " " : random.one_in(2) ? "a" : "b";
        if (random.one_in(30)) text += "\u00e9";
      }
      CHECK(splitter.chunks(text) == reference::cut(text, matchers_of(splits)));
    }
  }
}

CLAUSE_TEST("S25i", "many states without a table, or many patterns with them, are an error") {
  const std::vector<Split> one = {{{"(?:[ab]{100}){21}a[ab]*c|[ab]"}}};
  CHECK_THROWS_WITH(Splitter(one),
                    "pattern: byte 0: no table says where its matches end, and "
                    "without one 2103 states for each character are too many, "
                    "required at most 2048 [S25i, chapter 14]");
  CHECK_NOTHROW(Splitter(std::vector<Split>{{{"(?:[ab]{100}){20}[ab]{45}a[ab]*c|[ab]"}}}));
  const std::vector<Split> many(64, {{"[ab]{30}a[ab]*c|[ab]"}});
  CHECK_THROWS_AS(Splitter(many), pattern::PatternError);
  CHECK_NOTHROW(Splitter(std::vector<Split>(many.begin(), many.begin() + 32)));
}

CLAUSE_TEST("S25l", "after a letter and before a space, or at 'don't', as the chapter says") {
  const Splitter gpt2(profiles::gpt2().splits);
  CHECK(gpt2.passes().front().safe_places()->is_safe('n', ' '));
  CHECK_FALSE(gpt2.passes().front().safe_places()->is_safe(' ', 'n'));
  // Before b, "aa" is one match. As a text of its own it is two.
  const std::vector<Split> looks_ahead = {{{"a+(?=b)|a|b|[^ab]"}}};
  CHECK_FALSE(Splitter(looks_ahead).passes().front().safe_places()->is_safe('a', 'b'));
  CHECK(Splitter(looks_ahead).passes().front().safe_places()->is_safe('b', 'a'));
  const std::vector<Split> o200k = {
      {{"[^\\r\\n\\p{L}\\p{N}]?\\p{L}+(?i:'s|'t)?|\\p{N}{1,3}|\\s+|[^\\s\\p{L}\\p{N}]+"}}};
  CHECK_FALSE(Splitter(o200k).passes().front().safe_places()->is_safe('n', '\''));
}

CLAUSE_TEST("S25c", "a set that ends before the surrogates has none of those behind them") {
  const std::vector<Split> splits = {{{"[\\x{0}-\\x{D7FF}]b|[\\x{0}-\\x{10FFFF}]"}}};
  const std::string text = "\u00e9b\uE000b\uFFFDb\uD7FBb";
  CHECK(Splitter(splits).chunks(text) == reference::cut(text, matchers_of(splits)));
}

// A pattern that takes a digit, or one of the `count` scalars from `first` on.
std::string one_by_one(char32_t first, std::size_t count) {
  std::string pattern = "\\d";
  for (std::size_t i = 0; i < count; ++i) {
    pattern += "|";
    utf8::append(pattern, first + static_cast<char32_t>(i));
  }
  return pattern;
}

CLAUSE_TEST("S25i", "an automaton that is too large is an error") {
  const std::vector<std::string> too_large = {"(?:[ab]*a[ab]{30})", "[ab]{0,1000}a[ab]{0,1000}"};
  const std::string states =
      "pattern: byte 0: its automaton has more than 20000 states, or takes too long to make [S25i, "
      "chapter 14]";
  for (const std::string& text : too_large) {
    const std::vector<Split> splits = {{{text}}};
    CHECK_THROWS_WITH(Splitter(splits), states);
  }
  // The digits and all other scalars are two classes, and so is each scalar of its own.
  CHECK_NOTHROW(Splitter(std::vector<Split>{{{one_by_one(0x4E00, 252)}}}));
  CHECK_THROWS_WITH(Splitter(std::vector<Split>{{{one_by_one(0x4E00, 253)}}}),
                    "pattern: byte 0: more than 254 classes of scalars [S25i, chapter 14]");
}

CLAUSE_TEST("S25j S25k", "two patterns with many classes together cut as one after the other") {
  for (const std::size_t count : {126U, 127U, 200U}) {
    const std::vector<Split> splits = {{{one_by_one(0x4E00, 126)}}, {{one_by_one(0x5000, count)}}};
    std::string text = "a";
    for (char32_t i = 0; i < 200; ++i) {
      for (const char32_t first : {0x4E00U, 0x5000U}) utf8::append(text, first + i);
      text += "ab";
    }
    const Splitter splitter(splits);
    CHECK((splitter.table() != nullptr) == (count == 126));
    CHECK(splitter.chunks(text) == reference::cut(text, matchers_of(splits)));
  }
}

}  // namespace
}  // namespace bpetite::test
