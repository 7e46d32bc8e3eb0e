// Compares the engine's compiled patterns with the reference's matcher, on random patterns.
#include <string>
#include <string_view>
#include <vector>

#include "conform/fuzz/random.hpp"
#include "core/utf8.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/encode.hpp"
#include "engine/scan/scan.hpp"
#include "pattern/pattern_error.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "reference/matcher.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/random_patterns.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using conform::fuzz::Random;
using engine::compile::Splitter;

// A random pattern that is in the language, and whose automaton is not too large.
Split random_split(Random& random) {
  for (;;) {
    try {
      const Split split{random_pattern(random)};
      Splitter{{&split, 1}};
      return split;
    } catch (const pattern::PatternError&) {
      continue;
    }
  }
}

// One pattern, and now and then two or three.
std::vector<Split> random_splits(Random& random) {
  const std::size_t passes = random.one_in(4) ? random.between(2, 3) : 1;
  std::vector<Split> splits;
  for (std::size_t i = 0; i < passes; ++i) splits.push_back(random_split(random));
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

PROPERTY("S25k S25h S25j S25e S25f S25g",
         "of random patterns, the compiled form cuts as the matcher does") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::vector<Split> splits = random_splits(random);
  const Splitter splitter(splits);
  const auto matchers = matchers_of(splits);
  const int texts = cases_percent() > 100 ? 100 : 20;
  for (int i = 0; i < texts; ++i) {
    const std::string text = random_pattern_text(random, 12);
    RC_LOG() << shown(splits) << utf8::quoted(text, 200) << "\n";
    RC_ASSERT(splitter.chunks(text) == reference::cut(text, matchers));
  }
  RC_TAG(splitter.passes().front().has_table() ? "a table" : "a search");
}

// A named profile, and the three that cut by its patterns.
struct Named {
  explicit Named(const Profile& of)
      : profile(of), splitter(of.splits), cutter(of), by_reference(of) {}

  const Profile& profile;
  Splitter splitter;
  engine::scan::Cutter cutter;
  reference::Pretokenizer by_reference;
};

// Each is compiled once, since that takes longer than cutting a text.
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

CLAUSE_TEST("S25k", "a named pattern that covers every text is cut by a table") {
  for (const Named& it : named()) {
    INFO(it.profile.name);
    const bool has_gaps = it.profile.name == "bloom" || it.profile.splits.size() > 1;
    CHECK(it.splitter.passes().front().has_table() == !has_gaps);
  }
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
    if (!splitter.passes().front().is_safe(before, utf8::scalar_at(text, at).value)) continue;
    auto parts = splitter.chunks(text.substr(0, at));
    for (const std::string_view chunk : splitter.chunks(text.substr(at))) parts.push_back(chunk);
    RC_ASSERT(parts == whole);
    ++places;
  }
  return places;
}

PROPERTY("S25l", "cut at a safe place, both parts have the chunks of the whole") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::size_t places = 0;
  for (const Named& it : named()) {
    places += cut_at_safe_places(it.splitter, random_pattern_text(random, 12));
  }
  const std::vector<Split> splits = {random_split(random)};
  const Splitter splitter(splits);
  RC_LOG() << shown(splits);
  for (int i = 0; i < 10; ++i) {
    places += cut_at_safe_places(splitter, random_pattern_text(random, 12));
  }
  RC_CLASSIFY(places > 0, "safe places");
}

PROPERTY("S25k S25j S25l FR-16b", "any profile is encoded as the reference does, on any threads") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Table table = v1_table({{'a', 'b'}, {' ', 'a'}, {256, 'b'}, {'\n', '\n'}});
  table.profile.splits = random_splits(random);
  std::string text;
  for (int i = 0; i < 20; ++i) text += random_pattern_text(random, 40);
  engine::EncodeOptions options;
  options.least_part = 16;
  const engine::Encoder encoder(table, options);
  const std::vector<TokenId> wanted = reference::encode(text, table);
  RC_LOG() << shown(table.profile.splits) << utf8::quoted(text, 1000) << "\n";
  RC_ASSERT(encoder.encode(text) == wanted);
  RC_ASSERT(encoder.encode(text, 3) == wanted);
  RC_CLASSIFY(text.size() > 300, "more than 300 bytes");
}

// Parts of the scanner end at safe places, about 2^14 bytes apart.
CLAUSE_TEST("S25l FR-16b", "long texts are cut in parts without a seam") {
  Random random(7);
  std::string text;
  while (text.size() < 100000) text += random_pattern_text(random, 12);
  std::vector<Split> several = {{{"\\p{N}"}}, profiles::gpt2().splits.front()};
  for (const auto& splits : {profiles::o200k().splits, profiles::r50k().splits, several}) {
    Profile profile;
    profile.splits = splits;
    CHECK(engine::scan::chunks(text, engine::scan::Cutter(profile), engine::machine::level()) ==
          reference::pretokenize(text, profile));
  }
}

CLAUSE_TEST("S25l", "after a letter and before a space, or at 'don't', as the chapter says") {
  const Splitter gpt2(profiles::gpt2().splits);
  CHECK(gpt2.passes().front().is_safe('n', ' '));
  CHECK_FALSE(gpt2.passes().front().is_safe(' ', 'n'));
  // Before b, "aa" is one match; as a text of its own it is two.
  const std::vector<Split> looks_ahead = {{{"a+(?=b)|a|b|[^ab]"}}};
  CHECK_FALSE(Splitter(looks_ahead).passes().front().is_safe('a', 'b'));
  CHECK(Splitter(looks_ahead).passes().front().is_safe('b', 'a'));
  const std::vector<Split> o200k = {
      {{"[^\\r\\n\\p{L}\\p{N}]?\\p{L}+(?i:'s|'t)?|\\p{N}{1,3}|\\s+|[^\\s\\p{L}\\p{N}]+"}}};
  CHECK_FALSE(Splitter(o200k).passes().front().is_safe('n', '\''));
}

CLAUSE_TEST("S25c", "a set that ends before the surrogates has none of those behind them") {
  const std::vector<Split> splits = {{{"[\\x{0}-\\x{D7FF}]b|[\\x{0}-\\x{10FFFF}]"}}};
  const std::string text = "\u00e9b\uE000b\uFFFDb\uD7FBb";
  CHECK(Splitter(splits).chunks(text) == reference::cut(text, matchers_of(splits)));
}

CLAUSE_TEST("S25i", "an automaton that is too large is an error") {
  const std::vector<std::string> too_large = {"(?:[ab]*a[ab]{30})", "[ab]{0,1000}a[ab]{0,1000}"};
  for (const std::string& text : too_large) {
    const std::vector<Split> splits = {{{text}}};
    CHECK_THROWS_AS(Splitter(splits), pattern::PatternError);
  }
  std::string many = "\\d";
  for (char32_t scalar = 0x4E00; scalar < 0x4F00; ++scalar) {
    many += "|";
    utf8::append(many, scalar);
  }
  const std::vector<Split> splits = {{{many}}};
  CHECK_THROWS_AS(Splitter(splits), pattern::PatternError);
}

}  // namespace
}  // namespace bpetite::test
