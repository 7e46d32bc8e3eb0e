// Tests the comparison of patterns against a search that tries all short texts, and against the
// pairs of spec/PATTERN-PAIRS.md: patterns that are the same, also spelt differently, and a
// shortest text for those that differ. Also tests whether a pattern covers every text, and what is
// undecided beyond a limit.
//
//   a+ and aa*      the same           a+b|a|b and [ab]      differ at "ab"
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/search/random.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "pattern/pattern_error.hpp"
#include "profiles/profiles.hpp"
#include "reference/matcher.hpp"
#include "reference/pretokenize.hpp"
#include "reference/scalars.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/random_patterns.hpp"

namespace bpetite::test {
namespace {

using conform::search::Random;
using engine::compare::Comparison;
using Splits = std::vector<Split>;

Splits splits_of(std::initializer_list<std::string_view> texts,
                 Dialect dialect = Dialect::tiktoken) {
  Splits splits;
  for (const std::string_view text : texts) splits.push_back({{std::string(text), dialect}});
  return splits;
}

// Cuts texts as the reference does.
class Cut {
 public:
  explicit Cut(const Splits& splits) {
    for (const Split& split : splits) matchers_.emplace_back(split.pattern);
  }
  std::vector<std::string_view> operator()(std::string_view text) const {
    return reference::cut(text, matchers_);
  }

 private:
  std::vector<reference::Matcher> matchers_;
};

std::size_t scalars_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !utf8::is_continuation(c); }));
}

// The shortest text with different chunks. Tries texts of at most `most` scalars, made of those
// that random patterns distinguish. Empty if there is no such text.
std::string try_all_texts(const Cut& a, const Cut& b, std::size_t most) {
  std::vector<std::string> texts = {""};
  for (std::size_t length = 1; length <= most; ++length) {
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      for (const std::string& scalar : pattern_scalars) {
        longer.push_back(text + scalar);
        if (a(longer.back()) != b(longer.back())) return longer.back();
      }
    }
    texts.swap(longer);
  }
  return "";
}

// The pattern with one byte removed, doubled or replaced by another byte of it. If the result is
// still a pattern, it mostly differs little.
Pattern with_a_slip(Random& random, const Pattern& pattern) {
  for (;;) {
    Pattern slipped = pattern;
    const std::size_t at = random.below(slipped.text.size());
    const char other = slipped.text[random.below(slipped.text.size())];
    if (random.one_in(3)) {
      slipped.text.erase(at, 1);
    } else if (random.one_in(2)) {
      slipped.text.insert(at, 1, other);
    } else {
      slipped.text[at] = other;
    }
    try {
      if (is_small_enough(slipped)) return slipped;
    } catch (const pattern::PatternError&) {
      continue;
    }
  }
}

Pattern random_good_pattern(Random& random) {
  for (;;) {
    try {
      Pattern pattern = random_pattern(random);
      if (is_small_enough(pattern)) return pattern;
    } catch (const pattern::PatternError&) {
      continue;
    }
  }
}

PROPERTY("S25o", "of random pairs, the text found differs and none is shorter") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Splits a = {{random_good_pattern(random)}};
  Splits b = {{with_a_slip(random, a[0].pattern)}};
  if (random.one_in(3)) {
    const Split other{random_good_pattern(random)};
    const bool is_outer = random.one_in(2);
    a.insert(is_outer ? a.begin() : a.end(), other);
    b.insert(is_outer ? b.begin() : b.end(), other);
  }
  for (const Splits* splits : {&a, &b}) {
    for (const Split& split : *splits) RC_LOG() << split.pattern.text << "\n";
    RC_LOG() << "beside\n";
  }
  const bool is_long = cases_percent() > 100;
  const Comparison comparison = engine::compare::compare(a, b, is_long ? 2'000'000 : 20'000);
  const Cut cut_a(a);
  const Cut cut_b(b);
  std::size_t most = is_long ? 4 : 2;
  if (comparison.is_same == false) most = std::min(most, scalars_in(comparison.text) - 1);
  const std::string shortest = try_all_texts(cut_a, cut_b, most);
  RC_LOG() << utf8::quoted(comparison.text) << " " << utf8::quoted(shortest) << "\n";
  if (!comparison.is_same) {
    RC_ASSERT(shortest.empty() || scalars_in(shortest) > comparison.searched);
    RC_TAG("undecided");
  } else if (*comparison.is_same) {
    RC_ASSERT(shortest.empty());
    RC_TAG("the same");
  } else {
    RC_ASSERT(cut_a(comparison.text) != cut_b(comparison.text));
    RC_ASSERT(shortest.empty());
    RC_TAG(scalars_in(comparison.text) > 2 ? "different from three scalars on" : "different");
  }
}

// Whether some scalar of the text is not in a match.
bool has_gap(const reference::Matcher& matcher, std::u32string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto end = matcher.match(text, at);
    if (!end || *end == at) return true;
    at = *end;
  }
  return false;
}

PROPERTY("S25h S26e", "of random patterns, a shortest text with a gap is found if there is one") {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Pattern pattern = random_good_pattern(random);
  RC_LOG() << pattern.text << "\n";
  const reference::Matcher matcher(pattern);
  using Answer = engine::compare::Coverage::Answer;
  const auto [answer, gap] = engine::compare::coverage(pattern, 40'000);
  const std::u32string text = reference::Scalars(gap).values;
  RC_LOG() << utf8::quoted(gap) << "\n";
  if (answer == Answer::has_gap) RC_ASSERT(has_gap(matcher, text));
  const auto is_shorter = [&](std::size_t length) {
    return answer == Answer::covers || (answer == Answer::has_gap && length < text.size());
  };
  std::vector<std::u32string> shorter = {U""};
  for (std::size_t length = 1; length <= 2 && is_shorter(length); ++length) {
    std::vector<std::u32string> longer;
    for (const std::u32string& begin : shorter) {
      for (const std::string& scalar : pattern_scalars) {
        longer.push_back(begin + reference::Scalars(scalar).values);
        RC_ASSERT_FALSE(has_gap(matcher, longer.back()));
      }
    }
    shorter.swap(longer);
  }
  RC_TAG(answer == Answer::covers ? "no gap" : answer == Answer::has_gap ? "a gap" : "not known");
}

CLAUSE_TEST("S26e S25h", "a gap may be known only by what follows it") {
  const auto gap_of = [](const char* pattern) { return engine::compare::coverage({pattern}).text; };
  CHECK(gap_of("a(?!b)|b|[^ab]") == "ab");
  CHECK(gap_of("a(?![bc])|abc|[^a]|ac") == "ab");
  CHECK(gap_of("a(?![bc])|ab|[^a]|ac").empty());
}

// The first pattern has a thousand states, and many times more sets of states that may still come.
CLAUSE_TEST("S25i S26e", "it may be too much to decide whether a pattern covers every text") {
  using Answer = engine::compare::Coverage::Answer;
  CHECK(engine::compare::coverage({"a{1000}|a|[^a]b?|b"}).answer == Answer::undecided);
  CHECK(engine::compare::coverage({"a{1000}|[\\s\\S]"}).answer == Answer::covers);
  CHECK(engine::compare::coverage({"(?:a{100}){20}|\\w++|\\W{1,2}"}).answer == Answer::covers);
  CHECK(engine::compare::coverage({"(?:a{100}){20}|b*|[\\s\\S]"}).answer != Answer::covers);
}

CLAUSE_TEST("S25o S25a", "a pattern is the same as itself, however large it is") {
  const Splits large(17, {{"a+b|a{1,3}c|(?:ab)*c|\\w+(?!\\d)"}});
  CHECK(engine::compare::compare(large, large).is_same == true);
}

CLAUSE_TEST("S25o", "patterns that are spelt otherwise are the same") {
  const auto same = [](const Splits& a, const Splits& b) {
    const Comparison comparison = engine::compare::compare(a, b);
    INFO(utf8::quoted(comparison.text));
    CHECK(comparison.is_same == true);
  };
  same(splits_of({"a+"}), splits_of({"aa*"}));
  same(splits_of({"'(?i:s)"}), splits_of({"'[sS\u017f]"}));
  same(splits_of({"\\p{N}{1,3}+"}), splits_of({"\\p{N}\\p{N}?\\p{N}?"}));
  same(splits_of({"a+b|a"}), splits_of({"a+b|a(?!b)"}));
  same(splits_of({"a+b|a|b"}), splits_of({"a+b|[ab]|b(?=a)a"}));
  same(splits_of({"(?:a|b)*c|\\S"}), splits_of({"[ab]*c|[^\\s]"}));
  same(profiles::gpt2().splits, profiles::r50k().splits);
  same(profiles::gpt2().splits, profiles::v1().splits);
  // The pattern of cl100k, written in the other dialect.
  same(profiles::cl100k().splits,
       splits_of({"'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
                  "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s+\\z|\\s*[\\r\\n]|\\s+(?!\\S)|\\s"},
                 Dialect::huggingface));
  // Two passes cut digits one by one, and then by the pattern of GPT-2. One pattern cuts in the
  // same way.
  Splits starcoder = splits_of({"\\p{N}"});
  starcoder.push_back(profiles::gpt2().splits[0]);
  same(starcoder, splits_of({"\\p{N}|'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?[^\\s\\p{L}\\p{N}]+"
                             "|\\s+(?![^\\s\\p{N}])|\\s+"}));
}

// Checks that two sequences of patterns differ, and that the shortest text that shows it has this
// many scalars.
void check_differ(const Splits& a, const Splits& b, std::size_t scalars) {
  const Comparison comparison = engine::compare::compare(a, b);
  REQUIRE(comparison.is_same == false);
  INFO(utf8::quoted(comparison.text));
  CHECK(scalars_in(comparison.text) == scalars);
  CHECK(Cut(a)(comparison.text) != Cut(b)(comparison.text));
}

CLAUSE_TEST("S25o", "differences that are planted are found, by a shortest text") {
  check_differ(splits_of({"\\p{L}+"}), splits_of({"[\\p{L}\\x{1F600}]+"}), 2);
  check_differ(splits_of({"a{40}b|a|b"}), splits_of({"[ab]"}), 41);
  check_differ(splits_of({"aab|ab|a|b"}), splits_of({"ab|a|b"}),
               3);  // "aab" is one chunk, or a|ab
  check_differ(splits_of({"a$|a+"}), splits_of({"a+(?=b)|a"}), 2);
  check_differ(splits_of({"\\p{N}{1,3}+"}), splits_of({"\\p{N}{1,3}+"}, Dialect::huggingface), 4);
  // The file of cl100k at Hugging Face has this pattern, that of Llama 3, and not the one of
  // tiktoken.
  check_differ(profiles::cl100k().splits,
               splits_of({"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
                          "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"}),
               2);
  const Profile older = with_version(profiles::gpt2(), unicode::Version::v15_0);
  check_differ(profiles::gpt2().splits, older.splits, 2);
}

// Both cut digits one by one. Only after six digits, one of them joins x to the last digit.
CLAUSE_TEST("S25o S25j", "a difference behind five chunks that are alike is found") {
  check_differ(splits_of({"\\d{6}x|\\d|x", "\\d|x"}), splits_of({"\\d{6}x|\\d|x", "\\dx|\\d|x"}),
               7);
}

CLAUSE_TEST("S25o", "beyond the limit it is undecided, with the length that was searched whole") {
  const auto within = [](std::size_t work) {
    return engine::compare::compare(splits_of({"a{40}b|a|b"}), splits_of({"[ab]"}), work);
  };
  const Comparison comparison = within(2'000);
  CHECK_FALSE(comparison.is_same.has_value());
  CHECK(comparison.text.empty());
  CHECK(comparison.reason == "the walk takes too long");
  CHECK(comparison.searched > 5);
  CHECK(comparison.searched < 41);
  // With the least work that is too little, all shorter texts have been tried.
  const auto enough = std::ranges::partition_point(
      std::views::iota(1U, 1'000'000U),
      [&](std::size_t work) { return !within(work).is_same.has_value(); });
  CHECK(within(*enough - 1).searched == 40);
  CHECK_THROWS_AS(engine::compare::compare(splits_of({"a(?<=b)"}), splits_of({"a"})),
                  pattern::PatternError);
}

// Patterns of 200 letters each, which have 400 classes together.
CLAUSE_TEST("S25o S25i",
            "patterns that are too large together are undecided, and one alone an error") {
  const auto letters_from = [](char32_t first) {
    std::string pattern;
    for (char32_t it = first; it < first + 400; it += 2) utf8::append(pattern += '|', it);
    return pattern.substr(1);
  };
  const std::string one = letters_from(0x4E00);
  const std::string other = letters_from(0x5E00);
  const Comparison both = engine::compare::compare(splits_of({one}), splits_of({other}));
  CHECK(both.is_same == std::nullopt);
  CHECK(both.reason ==
        "both together: pattern: byte 0: more than 254 classes of scalars "
        "[S25i, chapter 14]");
  const std::string large = one + "|" + other;
  for (const auto& [a, b] : {std::pair{large, one}, std::pair{one, large}}) {
    CHECK(outcome([&] { engine::compare::compare(splits_of({a}), splits_of({b})); }) ==
          "ValueError S25i");
  }
}

CLAUSE_TEST("S25o", "the text that shows a difference has scalars that people can read") {
  for (const auto& [set, text] :
       {std::pair{"\\p{L}", "aa"}, std::pair{"\\p{Lu}", "AA"}, std::pair{"\\p{N}", "00"},
        std::pair{"\\s", "  "}, std::pair{"[^\\s\\p{L}\\p{N}]", "!!"}}) {
    CHECK(engine::compare::compare(splits_of({std::string(set) + "+"}), splits_of({set})).text ==
          text);
  }
}

CLAUSE_TEST("S26e S26g S25i",
            "a pattern that loses a part of some text is refused, with that text") {
  const auto error = [](std::string_view pattern, Dialect dialect, Behaviour behaviour) {
    const Splits splits = {{{"[\\s\\S]"}}, {{std::string(pattern), dialect}, behaviour}};
    return error_of([&] { engine::compare::require_cover(splits); });
  };
  // The empty match of the last one comes first.
  for (const auto& [pattern, gap] : {std::pair{"\\w+", "!"}, std::pair{"\\P{Lu}", "A"},
                                     std::pair{"a{2,}|[^a]", "a"}, std::pair{"|[\\s\\S]", "a"}}) {
    CHECK(error(pattern, Dialect::tiktoken, Behaviour::isolated) ==
          fmt::format("ValueError: pattern: {} does not cover the text \"{}\", and tiktoken loses "
                      "what a pattern does not cover [S26e, chapter 13]",
                      utf8::quoted(pattern), gap));
  }
  CHECK(error("\\w+|\\W*", Dialect::tiktoken, Behaviour::isolated) == "none");
  CHECK(error("\\w+", Dialect::huggingface, Behaviour::isolated) == "none");
  CHECK(error("\\w+", Dialect::huggingface, Behaviour::matches) ==
        "ValueError: pattern: \"\\\\w+\" does not cover the text \"!\", and the library drops what "
        "it "
        "does not match [S26g, chapter 13]");
  CHECK(
      error("a{1000}|a|[^a]b?|b", Dialect::tiktoken, Behaviour::isolated) ==
      "ValueError: pattern: \"a{1000}|a|[^a]b?|b\" is too large to decide whether it covers every "
      "text, as it must: add |[\\s\\S] at its end, if it does [S25i, chapter 14]");
}

// --- The page spec/PATTERN-PAIRS.md. ---
//
// It says for each two patterns of real tokenizers whether they cut in the same way, and is
// compared with the named profiles. tools/verify/oracle/run_pairs writes it by asking the real
// engines.

using engine::compare::Comparison;
using OwnChunks = std::vector<std::string>;
using Names = std::pair<std::string, std::string>;

std::vector<std::string> parts_of(std::string_view line, std::string_view between) {
  std::vector<std::string> parts;
  for (std::size_t end = line.find(between); end != std::string_view::npos;
       end = line.find(between)) {
    parts.emplace_back(line.substr(0, end));
    line.remove_prefix(end + between.size());
  }
  parts.emplace_back(line);
  return parts;
}

// The JSON value that stands between backticks.
json::Value value_of(std::string_view code) {
  REQUIRE((code.size() > 2 && code.front() == '`' && code.back() == '`'));
  return std::get<json::Value>(json::parse(code.substr(1, code.size() - 2)));
}

OwnChunks chunks_of(std::string_view code) {
  const json::Value value = value_of(code);
  OwnChunks chunks;
  for (const json::Value& chunk : std::get<json::Array>(value.data)) {
    chunks.push_back(std::get<std::string>(chunk.data));
  }
  return chunks;
}

// The content of the page.
struct Page {
  struct Difference {
    std::string text;
    OwnChunks a;
    OwnChunks b;
  };
  std::map<Names, Difference> different;  // by both names, sorted
  std::set<Names> same;
  std::set<std::string> names;
};

Page read_page() {
  Page page;
  std::istringstream lines(file::read(std::string(BPETITE_SOURCE_DIR) + "/spec/PATTERN-PAIRS.md"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| ") && line.ends_with("` |")) {
      const std::vector<std::string> row = parts_of(line.substr(2, line.size() - 4), " | ");
      REQUIRE(row.size() == 5);
      page.names.insert({row[0], row[1]});
      page.different[{row[0], row[1]}] = {std::get<std::string>(value_of(row[2]).data),
                                          chunks_of(row[3]), chunks_of(row[4])};
    } else if (line.starts_with("- ")) {
      const std::vector<std::string> group = parts_of(line.substr(2), ", ");
      page.names.insert(group.begin(), group.end());
      for (const std::string& a : group) {
        for (const std::string& b : group) page.same.insert({a, b});
      }
    }
  }
  return page;
}

OwnChunks cut(std::string_view text, const Profile& profile) {
  OwnChunks chunks;
  for (const std::string_view chunk : reference::pretokenize(text, profile)) {
    chunks.emplace_back(chunk);
  }
  return chunks;
}

// All pairs of profiles that the page names.
std::vector<std::pair<const Profile*, const Profile*>> pairs_on(const Page& page) {
  std::vector<std::pair<const Profile*, const Profile*>> pairs;
  for (const Profile* const a : profiles::all()) {
    for (const Profile* const b : profiles::all()) {
      const bool is_known = page.names.contains(a->name) && page.names.contains(b->name);
      if (is_known && a->name < b->name) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

CLAUSE_TEST("S25o", "PATTERN-PAIRS.md is right of the named profiles") {
  const Page page = read_page();
  const auto pairs = pairs_on(page);
  CHECK(pairs.size() >= 10);
  for (const auto& [a, b] : pairs) {
    INFO(a->name << " and " << b->name);
    const Comparison comparison = engine::compare::compare(a->splits, b->splits);
    REQUIRE(comparison.is_same.has_value());
    if (page.same.contains({a->name, b->name})) {
      INFO(utf8::quoted(comparison.text));
      CHECK(*comparison.is_same);
      continue;
    }
    REQUIRE(page.different.contains({a->name, b->name}));
    const Page::Difference& difference = page.different.at({a->name, b->name});
    CHECK_FALSE(*comparison.is_same);
    CHECK(scalars_in(comparison.text) == scalars_in(difference.text));
    CHECK(difference.a != difference.b);
    CHECK(cut(difference.text, *a) == difference.a);
    CHECK(cut(difference.text, *b) == difference.b);
  }
}

}  // namespace
}  // namespace bpetite::test
