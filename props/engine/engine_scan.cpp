// Compares the engine's scanner, which cuts texts into chunks, with the reference's regular
// expressions, for each pattern that has a scanner and each instruction set: on random texts, on
// all short strings, at the edges of blocks, and for the class of every scalar. Also compares the
// special tokens that the engine finds, for few and for many literals, with white space beside them
// and as whole words, and tests how long that takes.
#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/kernels/scalar_classes.hpp"
#include "engine/scan/scan.hpp"
#include "engine/scan/specials.hpp"
#include "reference/special.hpp"
#include "support/exhaustive.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

using namespace std::string_literals;

// Asserts that each pattern at each level cuts as the reference does.
void cut_alike(const std::string& text) {
  const std::string found = scan_difference(text);
  RC_LOG() << found << "\n";
  RC_ASSERT(found.empty());
  RC_CLASSIFY(text.size() > 64, "more than a block");
}

// A text of runs that cross the borders of blocks at every distance.
rc::Gen<std::string> mixed_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::pair<std::size_t, std::size_t>>>(
                          rc::gen::pair(rc::gen::inRange<std::size_t>(0, representatives.size()),
                                        rc::gen::inRange<std::size_t>(1, 5))),
                      [](const std::vector<std::pair<std::size_t, std::size_t>>& runs) {
                        std::string text;
                        for (const auto& [which, times] : runs) {
                          for (std::size_t i = 0; i < times; ++i) text += representatives.at(which);
                        }
                        return text;
                      });
}

PROPERTY("FR-4", "the engine cuts pair-rich texts as the reference, at each level") {
  cut_alike(*pair_rich_text());
}

PROPERTY("FR-4 S2a S2b S2c S3c", "the engine cuts at the edges of classes as the reference does") {
  cut_alike(*class_edge_text());
}

PROPERTY("FR-4 S2a S2b", "the engine cuts scalars of every length as the reference does") {
  cut_alike(*byte_complete_text());
}

PROPERTY("S21", "the engine cuts special tokens as the reference does, as ordinary text") {
  cut_alike(*special_text());
}

PROPERTY("FR-4", "the engine cuts texts of all kinds as the reference does") {
  cut_alike(*rc::gen::oneOf(mixed_text(), any_text()));
}

// Dense texts of pieces that move the start of a chunk by a few bytes: case, contractions, slashes
// after line ends. Sometimes a letter or mark follows at which a scanner for the case of ASCII
// stops.
PROPERTY("FR-4 S25b", "the engine cuts what moves a start by a few bytes as the reference does") {
  const std::vector<std::string> common = {"a",  "B", "s", "S", "l",  "L",  "'",   "/",
                                           "\n", " ", "!", "1", "\r", "\t", "'ll", "'S"};
  const std::vector<std::string> rare = {"é", "日", "\u0301", "ſ", "“", "\u3000"};
  std::string text;
  const auto size = *rc::gen::inRange<std::size_t>(1, 400);
  const auto kinds = *rc::gen::inRange<std::size_t>(2, common.size() + 1);
  const auto first = *rc::gen::inRange<std::size_t>(0, common.size());
  while (text.size() < size) {
    const bool is_rare = *rc::gen::inRange(0, 150) == 0;
    text += is_rare ? *rc::gen::elementOf(rare)
                    : common[(first + *rc::gen::inRange<std::size_t>(0, kinds)) % common.size()];
  }
  cut_alike(text);
}

// The texts have more than the 4,096 bytes that chunks() reads at once, and the script changes, so
// the scanner changes, too.
PROPERTY("S25l", "the engine cuts long texts of changing scripts as the reference does") {
  const std::vector<std::string> words = {
      "don't ",         "1234",   "\n\n",         "  x",      "'ll", "aBcD",
      "日本語、文章。", "слово ", "\u3000\u3000", "１２３４", "é",   "!\n/"};
  std::string text;
  while (text.size() < 6000) {
    const auto run = *rc::gen::inRange<std::size_t>(1, 200);
    const auto first = *rc::gen::inRange<std::size_t>(0, words.size());
    const auto count = *rc::gen::inRange<std::size_t>(1, 4);
    for (std::size_t i = 0; i < run; ++i) text += words[(first + i % count) % words.size()];
  }
  cut_alike(text);
}

PROPERTY("S4a", "the engine cuts alike wherever blocks of 64 bytes begin") {
  const std::string text = *mixed_text();
  cut_alike(std::string(*number_between<std::size_t>(40, 64), 'x') + text);
}

// One scalar of each kind that some scanner distinguishes, and the rare members of each kind: all
// ASCII white space, line separators, letters, numbers and marks of each length in UTF-8.
const std::vector<std::string> each_kind = {
    "a",      "s",      "S",      "Z",          "1",          "9",      " ",
    "\t",     "\n",     "\v",     "\f",         "\r",         "\x1c",   "\x1f",
    "'",      "/",      "!",      "_",          "\0"s,        "\x7f",   "\u0085",
    "\u00a0", "\u00b2", "\u00e9", "\u017f",     "\u0301",     "\u2019", "\u2028",
    "\u3000", "\u4e2d", "\uff11", "\U0001d7d8", "\U0001f600", "\u1e9e"};

// Pairs of them on both sides of the edge of a block of 64 bytes, and just beside it, between
// letters, blanks, digits or line feeds.
CLAUSE_TEST("S4a S2a S2b S2c", "each two kinds of scalars are cut right at the edge of a block") {
  const std::size_t every_nth = stride();
  for (const char filler : {'x', ' ', '1', '\n'}) {
    std::string text;
    std::size_t number = 0;
    for (const std::string& first : each_kind) {
      for (const std::string& second : each_kind) {
        if (number++ % every_nth != 0) continue;
        for (const std::size_t before_edge : {0U, 1U, 2U, 3U, 4U, 5U}) {
          text.append(64 - text.size() % 64 + 64 - before_edge, filler);
          text += first + second;
        }
      }
    }
    CAPTURE(filler);
    CHECK(scan_difference(text) == "");
  }
}

CLAUSE_TEST("S2a S2b S2c S25c", "the scanners have the class of every scalar, marks apart or not") {
  using namespace engine::kernels;
  const ScalarClasses& plain = scalar_classes();
  const ScalarClasses& marked = scalar_classes_with_marks();
  std::size_t marks = 0;
  for (char32_t it = 0; it < 0x110000; ++it) {
    const auto category = unicode::category(it);
    const bool is_mark = category == unicode::Category::Mn || category == unicode::Category::Mc ||
                         category == unicode::Category::Me;
    if (is_mark) ++marks;
    const ScalarClass wanted = unicode::is_letter(it)        ? letter_scalar
                               : unicode::is_number(it)      ? number_scalar
                               : unicode::is_white_space(it) ? space_scalar
                                                             : other_scalar;
    if (plain.of_scalar[it] != wanted ||
        marked.of_scalar[it] != (is_mark ? letter_scalar : wanted)) {
      FAIL("U+" << std::hex << static_cast<unsigned>(it));
    }
  }
  CHECK(marks > 2000);
}

// Other profiles are cut by a table, which takes longer.
CLAUSE_TEST("S26b S26d", "the patterns that have a scanner are known, and no others are") {
  using engine::kernels::find_scan_pattern;
  using engine::kernels::ScanPattern;
  for (const Profile* const profile : profiles::all()) {
    std::optional<ScanPattern> wanted;
    for (const Scanned& scanned : all_scanned) {
      if (profile->splits == scanned.profile.splits) wanted = scanned.scan;
    }
    if (profile->splits == profiles::r50k().splits) wanted = ScanPattern::gpt2;
    INFO(profile->name);
    CHECK((find_scan_pattern(*profile) == wanted));
    CHECK((find_scan_pattern(with_version(*profile, unicode::Version::v15_0)) == std::nullopt));
  }
  // In the other dialect, only that of cl100k means something else: its `{1,3}+` is a run of runs.
  for (const Profile* const profile : {&profiles::gpt2(), &profiles::cl100k()}) {
    Profile other = *profile;
    Dialect& dialect = other.splits[0].pattern.dialect;
    dialect = dialect == Dialect::tiktoken ? Dialect::huggingface : Dialect::tiktoken;
    CHECK((find_scan_pattern(other).has_value() == (profile == &profiles::gpt2())));
  }
  Profile byte_level = profiles::gpt2();
  byte_level.splits[0].pattern = {
      R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
      Dialect::huggingface};
  CHECK((find_scan_pattern(byte_level) == ScanPattern::gpt2));
  byte_level.splits.push_back(byte_level.splits[0]);
  CHECK((find_scan_pattern(byte_level) == std::nullopt));
}

TEST_CASE("FR-4: the engine cuts every short string of representatives as the reference does") {
  const std::size_t longest = few_cases() ? 2 : 3;
  std::uint64_t compared = 0;
  std::vector<std::string> texts = {""};
  for (std::size_t length = 1; length <= longest; ++length) {
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      for (const std::string_view next : representatives) {
        longer.push_back(text + std::string(next));
      }
    }
    texts = std::move(longer);
    for (const std::string& text : texts) {
      // Once at the start of a block, and once across the border of a block.
      for (const std::size_t lead : {0U, 62U}) {
        const std::string whole = std::string(lead, 'x') + text;
        const std::string found = scan_difference(whole);
        if (!found.empty()) FAIL(found);
        ++compared;
      }
    }
  }
  std::cout << "strings of up to " << longest << " of " << representatives.size()
            << " representatives, " << all_scanned.size() << " patterns, "
            << engine::machine::machine_levels().size() << " levels: " << compared
            << " compared, 0 differ\n";
  record("exhaustive", "FR-4", "the engine cuts short strings as the reference does", compared);
}

// What Linux says of the processor: "fpu vme ... avx2 ...". Nothing for a processor of another
// kind.
std::set<std::string> flags_of_processor() {
  std::ifstream info("/proc/cpuinfo");
  REQUIRE(info);
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

// Linux leaves out a flag if it does not save the registers.
CLAUSE_TEST("FR-34b", "the levels are those whose instructions Linux says the processor has") {
  const std::set<std::string> flags = flags_of_processor();
  const auto has = [&flags](std::initializer_list<const char*> names) {
    return std::ranges::all_of(names, [&](const char* name) { return flags.contains(name); });
  };
  std::vector<engine::machine::Level> wanted = {engine::machine::Level::portable};
  if (has({"avx2", "bmi2"})) wanted.push_back(engine::machine::Level::avx2);
  if (wanted.size() == 2 &&
      has({"avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vbmi", "avx512_vbmi2"})) {
    wanted.push_back(engine::machine::Level::avx512);
  }
  CHECK(engine::machine::machine_levels() == wanted);
}

using engine::scan::Specials;
using reference::Segment;

std::vector<Segment> found_by_engine(std::string_view text, const std::vector<SpecialToken>& list) {
  const Specials specials(list, false);
  Specials::Search search(specials, text);
  std::vector<Segment> segments;
  for (std::size_t at = 0; at < text.size();) {
    const Specials::Found found = search.next(at);
    if (found.at > at) segments.emplace_back(text.substr(at, found.at - at));
    if (found.size > 0) {
      segments.emplace_back(reference::FoundSpecial{
          found.token->id, text.substr(found.at, found.size), found.literal_at - found.at});
    }
    at = found.at + found.size;
  }
  return segments;
}

// Literals with at most `firsts` different first bytes. Some begin with others, and some occur
// twice.
std::vector<SpecialToken> many_specials(std::size_t firsts) {
  static const std::string_view first_bytes = "<[\xc3\x80{ab|";
  std::vector<SpecialToken> specials;
  for (auto left = *number_between<std::size_t>(0, 40); left > 0; --left) {
    std::string literal(1, first_bytes[*number_between<std::size_t>(0, firsts - 1)]);
    for (auto more = *number_between<std::size_t>(0, 4); more > 0; --more) {
      literal += *rc::gen::element('|', '<', 'a', '\xa9', '\0');
    }
    specials.push_back({literal, static_cast<TokenId>(1000 + left)});
  }
  return specials;
}

// A text of whole and cut literals and other pieces, sometimes with a long part without literals.
std::string text_with(const std::vector<SpecialToken>& specials) {
  std::string text;
  for (auto left = *number_between<std::size_t>(0, 30); left > 0; --left) {
    const auto kind = *number_between(0, 9);
    if (kind == 0) {
      text.append(*number_between<std::size_t>(1000, 1100), 'x');
    } else if (kind < 3 || specials.empty()) {
      text += *rc::gen::element('<', '[', 'a', '|', '\xc3', '\xa9', 'x', '\0');
    } else {
      const std::string& literal =
          specials[*number_between<std::size_t>(0, specials.size() - 1)].literal;
      text += literal.substr(0, kind == 3 ? literal.size() - 1 : literal.size());
    }
  }
  return text;
}

PROPERTY("S10", "the engine finds the special tokens that the reference finds") {
  const auto firsts = *number_between<std::size_t>(1, 8);
  const auto specials = many_specials(firsts);
  const std::string text = text_with(specials);
  const auto segments = reference::split_specials(text, specials);
  RC_ASSERT(found_by_engine(text, specials) == segments);
  RC_CLASSIFY(segments.size() > 2, "several");
  RC_CLASSIFY(text.size() > 1024, "long");
  RC_CLASSIFY(firsts > 4, "many first bytes");
}

// Texts of literals that look at what stands beside them, of letters, and of white space.
PROPERTY("S27g S27h", "the engine finds tokens that strip, or stand alone, as the reference does") {
  static const auto literals =
      std::to_array<std::string>({"<m>", "<m", "m>", "ab", "b", "_", "\u00e9", "m>a"});
  std::vector<SpecialToken> specials;
  for (const std::string& literal : literals) {
    if (*number_between(0, 2) == 0) continue;
    specials.push_back({.literal = literal,
                        .id = static_cast<TokenId>(1000 + specials.size()),
                        .lstrip = *number_between(0, 2) == 0,
                        .rstrip = *number_between(0, 2) == 0,
                        .single_word = *number_between(0, 2) == 0});
  }
  std::string text;
  for (auto left = *number_between(0, 20); left > 0; --left) {
    text +=
        *rc::gen::element<std::string>("<m>", "<m>", "ab", "ab", "b", " ", " ", "\t\n", "\u3000",
                                       "\u0085", "x", "_", "\u0301", "\u00e9", "-", "\u200b");
  }
  const auto segments = reference::split_specials(text, specials);
  RC_ASSERT(found_by_engine(text, specials) == segments);
  RC_CLASSIFY(segments.size() > 2, "several");
}

// The literals are runs of few different letters. They agree in more bytes than the engine compares
// at first. The text has such runs, and beginnings of them.
PROPERTY("S10", "the engine finds long special tokens as the reference does") {
  const auto run = [] {
    std::string text(*number_between<std::size_t>(0, 100), 'a');
    if (*rc::gen::arbitrary<bool>()) text += *rc::gen::element('b', 'c');
    return text;
  };
  std::vector<SpecialToken> specials;
  for (auto left = *number_between<TokenId>(1, 8); left > 0; --left) {
    specials.push_back({run() + run(), left});
  }
  std::string text(*rc::gen::element<std::size_t>(0, 0, 4000), 'a');
  for (auto left = *number_between<int>(0, 12); left > 0; --left) text += run();
  text.append(*rc::gen::element<std::size_t>(0, 0, 6000), 'a');
  const auto segments = reference::split_specials(text, specials);
  RC_ASSERT(found_by_engine(text, specials) == segments);
  RC_CLASSIFY(segments.size() > 2, "several");
  RC_CLASSIFY(text.size() > 4096, "some windows");
}

// If each place were compared to the end of the literal, this would take minutes.
CLAUSE_TEST("S10", "the time of a text grows with its length, whatever the literals") {
  const std::string text(few_cases() ? 200000 : 1000000, 'a');
  for (const std::size_t size : {60U, 5000U, 300000U}) {
    const std::string run(size, 'a');
    const std::vector<SpecialToken> never = {{run + "b", 1}, {run + "c", 2}};
    CHECK(found_by_engine(text, never).size() == 1);
    const std::vector<SpecialToken> often = {{run + "b", 1}, {"a", 2}};
    CHECK(found_by_engine(text, often).size() == text.size());
  }
}

CLAUSE_TEST("S10", "the longest of a thousand literals is found") {
  std::vector<SpecialToken> specials;
  for (TokenId i = 0; i < 1000; ++i) {
    specials.push_back({"<SPECIAL_" + std::to_string(i), i});
  }
  const std::string text = "<SPECIAL_ <SPECIAL_99 <SPECIAL_999<SPECIAL_9999<S";
  CHECK(found_by_engine(text, specials) == reference::split_specials(text, specials));
}

}  // namespace
}  // namespace bpetite::test
