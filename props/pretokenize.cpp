// Tests how the reference cuts text into chunks (spec/02-pretokenize.md), and which bytes are text
// (spec/01-text.md). Compares the chunks of v1, in each version of Unicode, and of nanochat with
// those of a scanner written by hand, and tests the rules one by one: the joined chunks are the
// text, unchanged; runs; white space; contractions; possessive operators; special tokens, which are
// ordinary text here; no token reaches over the end of a chunk. Also tests the text of v1's
// pattern, and its translation for Boost.Regex.
#include "reference/pretokenize.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/regex.hpp"
#include "reference/train.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using reference::pretokenize;
using Chunks = std::vector<std::string_view>;

// The pattern of v1. It is compiled once, because compiling takes longer than a case.
const reference::Regex& v1() {
  static const reference::Regex regex = reference::regex_of(profiles::v1());
  return regex;
}

Chunks chunks_of_nanochat(std::string_view text) {
  static const reference::Pretokenizer pretokenizer(profiles::nanochat());
  return pretokenizer.chunks(text);
}

// The offset in the UnicodeDecodeError of a call, or nullopt if there is no error.
template <typename Call>
std::optional<std::size_t> offset_of_complaint(const Call& call) {
  try {
    call();
  } catch (const UnicodeDecodeError& error) {
    return error.offset();
  }
  return std::nullopt;
}

std::string joined(const Chunks& chunks) {
  std::string text;
  for (const std::string_view chunk : chunks) {
    text += chunk;
  }
  return text;
}

std::string of_case(std::string_view word, unsigned upper) {
  std::string text(word);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((upper >> i & 1U) != 0) {
      text[i] = static_cast<char>(text[i] - 'a' + 'A');
    }
  }
  return text;
}

// A run of one to five of these scalars, which have one class.
std::string run_of(const std::vector<std::string>& scalars) {
  const auto parts = *number_between<std::size_t>(1, 5);
  std::string run;
  for (std::size_t i = 0; i < parts; ++i) {
    run += *rc::gen::elementOf(scalars);
  }
  return run;
}

const std::vector<std::string> word_letters = {"a", "Z", "é", "ǅ", "ʰ", "中", "𐐀", "\U000105C0"};
const std::vector<std::string> numbers = {"0", "9", "²", "Ⅷ", "٣", "𝟘", "\U00010D40"};
const std::vector<std::string> others = {"!", "_", "\u0301", "\u200b", "\ufeff", "😀", "\U0010FFFF"};
const std::vector<std::string> spaces = {" ",      "\t",     "\n",     "\r",
                                         "\u0085", "\u00a0", "\u2003", "\u3000"};

PROPERTY_CASES("FR-4 S2a S2b S2c", "the chunks of v1 are those of a scanner written by hand",
               4000) {
  const std::string text = *rc::gen::oneOf(class_edge_text(), any_text());
  const Chunks chunks = pretokenize(text, v1());
  RC_ASSERT(chunks == oracle::chunks(text));
  RC_CLASSIFY(chunks.size() > 5, "more than five chunks");
}

PROPERTY_CASES("S3a S3b S3c", "the chunks of nanochat are those of a scanner written by hand",
               4000) {
  const std::string text = *rc::gen::oneOf(class_edge_text(), any_text());
  const Chunks chunks = chunks_of_nanochat(text);
  RC_ASSERT(chunks == oracle::chunks(text, profiles::nanochat()));
  RC_CLASSIFY(chunks.size() > 5, "more than five chunks");
}

PROPERTY("S2d", "each carried version of Unicode cuts as the scanner does with that version") {
  const auto version = *rc::gen::elementOf(
      std::vector<unicode::Version>(unicode::versions.begin(), unicode::versions.end()));
  const std::string text = *class_edge_text();
  const bool differs = oracle::chunks(text) != oracle::chunks(text, profiles::v1(), version);
  RC_ASSERT(pretokenize(text, with_version(profiles::v1(), version)) ==
            oracle::chunks(text, profiles::v1(), version));
  RC_CLASSIFY(differs, "differs from the pinned version");
}

PROPERTY("FR-5 FR-6 S4a S1b", "the chunks, joined in order, are the text, byte by byte") {
  const std::string text = *any_text();
  const Chunks chunks = pretokenize(text, v1());
  RC_ASSERT(joined(chunks) == text);
  RC_ASSERT(joined(chunks_of_nanochat(text)) == text);
  std::size_t offset = 0;
  for (const std::string_view chunk : chunks) {
    RC_ASSERT(!chunk.empty());
    RC_ASSERT(static_cast<std::size_t>(chunk.data() - text.data()) == offset);
    offset += chunk.size();
  }
  RC_CLASSIFY(text.find('\0') != std::string::npos, "with NUL");
  RC_CLASSIFY(text.find("\ufeff") != std::string::npos, "with a BOM");
}

PROPERTY("S2a S2b S2c", "a run of one class is one chunk, the space before it included") {
  const auto& scalars = *rc::gen::element(&word_letters, &numbers, &others);
  const std::string run = run_of(*scalars);
  const std::string leading = *rc::gen::element<std::string>("", " ");
  const std::string text = leading + run;
  RC_ASSERT(pretokenize(text, v1()) == Chunks{text});
}

PROPERTY("S3a", "white space leaves its last scalar to what follows") {
  const std::string before = *rc::gen::element<std::string>("", " ", "\n\t", "\u00a0 ");
  const std::string last = *rc::gen::elementOf(spaces);
  const std::string word = run_of(*(*rc::gen::element(&word_letters, &numbers, &others)));
  const std::string text = "a" + before + last + word;
  const std::string joined_word = last + word;

  // The last white space joins the word if it is a space. If not, it is a chunk.
  Chunks expected = {"a"};
  if (!before.empty()) {
    expected.emplace_back(before);
  }
  if (last == " ") {
    expected.emplace_back(joined_word);
  } else {
    expected.emplace_back(last);
    expected.emplace_back(word);
  }
  RC_ASSERT(pretokenize(text, v1()) == expected);
  RC_CLASSIFY(last == " ", "joined");
}

PROPERTY("S3a", "a contraction is taken at the apostrophe, before any longer match") {
  static const std::vector<std::string_view> endings = {"s", "d", "m", "t", "ll", "ve", "re"};
  const auto ending = *rc::gen::elementOf(endings);
  const std::string word = run_of(word_letters);
  const std::string rest = *rc::gen::element<std::string>("", "tart", "é", "s");
  const std::string contraction = "'" + std::string(ending);
  const std::string text = word + contraction + rest;
  Chunks expected = {word, contraction};
  if (!rest.empty()) {
    expected.push_back(rest);
  }
  RC_ASSERT(pretokenize(text, v1()) == expected);
}

PROPERTY("S3c", "contractions fold their letters under nanochat, and do not under v1") {
  static const std::vector<std::string_view> endings = {"s", "d", "m", "t", "ll", "ve", "re"};
  const auto ending = *rc::gen::elementOf(endings);
  const unsigned upper = *number_between(0U, 3U);
  std::string cased = "'" + of_case(ending, upper);
  if (ending == "s" && *rc::gen::arbitrary<bool>()) {
    cased = "'ſ";
  }
  const std::string text = "x" + cased + " y";
  RC_ASSERT(chunks_of_nanochat(text) == (Chunks{"x", cased, " y"}));
  const bool lower = cased == "'" + std::string(ending);
  RC_ASSERT((pretokenize(text, v1()) == Chunks{"x", cased, " y"}) == lower);
  RC_CLASSIFY(lower, "lower case");
}

PROPERTY("S3b", "a possessive operator gives nothing back, a greedy one does") {
  // By `[^\r\n\p{L}\p{N}]?+\p{L}+` a chunk may have one scalar before its letters, but not before a
  // digit.
  const std::string lead = *rc::gen::elementOf(others);
  const std::string word = run_of(word_letters);
  const std::string number = *rc::gen::elementOf(numbers);
  const std::string with_word = lead + word;
  const std::string with_number = lead + number;
  RC_ASSERT(chunks_of_nanochat(with_word) == Chunks{with_word});
  RC_ASSERT(chunks_of_nanochat(with_number) == (Chunks{lead, number}));

  // With two such scalars, the first is not before a letter. So both are a chunk of punctuation,
  // and the letters are another chunk.
  const std::string twice = lead + lead + word;
  RC_ASSERT(chunks_of_nanochat(twice) ==
            (Chunks{std::string_view(twice).substr(0, 2 * lead.size()), word}));

  // `\s+(?!\S)` is greedy. It gives its last scalar back, so that the look-ahead succeeds.
  const std::string spaced = "  \u3000" + word;
  RC_ASSERT(pretokenize(spaced, v1()) == (Chunks{"  ", "\u3000", word}));
}

PROPERTY("S4b", "no token reaches over the end of a chunk") {
  const TrainCase given = *train_case();
  const std::string text = given.texts.front();
  const Table table = v1_train(views(given.texts), given.vocab_size);
  std::vector<TokenId> by_chunk;
  for (const std::string_view chunk : oracle::chunks(text)) {
    const auto ids = reference::encode_chunk(chunk, table);
    by_chunk.insert(by_chunk.end(), ids.begin(), ids.end());
  }
  Table ordinary = table;
  ordinary.specials.clear();
  RC_ASSERT(reference::encode(text, ordinary) == by_chunk);
  RC_CLASSIFY(!table.merges.empty(), "with merges");
}

PROPERTY("S21", "pretokenize takes special tokens for ordinary text") {
  const std::string text = *special_text();
  const Chunks chunks = pretokenize(text, v1());
  RC_ASSERT(chunks == oracle::chunks(text));
  for (const std::string_view chunk : chunks) {
    RC_ASSERT(chunk.find(end_of_text) == std::string_view::npos);
  }
  RC_CLASSIFY(text.find(end_of_text) != std::string::npos, "with the special token");
}

PROPERTY("S1a", "what is ill-formed is refused at the byte where it begins") {
  const std::string bytes = *any_bytes();
  const auto expected = oracle::first_ill_formed(bytes);
  RC_ASSERT(utf8::first_ill_formed(bytes) == expected);
  const Table table = v1_table({});
  const std::string_view text = bytes;
  RC_ASSERT(offset_of_complaint([&] { pretokenize(text, v1()); }) == expected);
  RC_ASSERT(offset_of_complaint([&] { reference::encode(text, table); }) == expected);
  RC_ASSERT(offset_of_complaint([&] { v1_train({&text, 1}, 258); }) == expected);
  RC_CLASSIFY(expected.has_value(), "ill-formed");
}

PROPERTY("S1b FR-6", "nothing is normalised, folded, trimmed or put in front") {
  static const std::vector<std::pair<std::string, std::string>> alike = {
      {"é", "e\u0301"}, {"Å", "\u212b"}, {"ﬀ", "ff"},      {"K", "\u212a"}, {"a", "A"},
      {"a", " a"},      {"a", "a "},     {"a", "\ufeffa"}, {"\r\n", "\n"},  {"①", "1"}};
  const auto [one, other] = *rc::gen::elementOf(alike);
  const std::string before = *pair_rich_text();
  const std::string after = *pair_rich_text();
  const Table table = v1_table({});
  RC_ASSERT(reference::encode(before + one + after, table) !=
            reference::encode(before + other + after, table));
}

CLAUSE_TEST("FR-4", "the pattern is the exact text of the requirement") {
  REQUIRE(profiles::v1().splits.front().pattern.text ==
          "'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+");
}

CLAUSE_TEST("FR-4", "the translation for Boost.Regex spells the classes and nothing else") {
  using reference::boost_dialect;
  REQUIRE(boost_dialect(" ?\\p{L}+") == " ?[[:L:]]+");
  REQUIRE(boost_dialect("[^\\s\\p{L}\\p{N}]++") == "[^[:s:][:L:][:N:]]++");
  REQUIRE(boost_dialect("\\s+(?!\\S)|\\p{N}{1,2}") == "[[:s:]]+(?![^[:s:]])|[[:N:]]{1,2}");
  REQUIRE(boost_dialect("[\\r\\n]*") == "[\\r\\n]*");
  REQUIRE_THROWS_AS(boost_dialect("\\p{Lu}"), ValueError);
  REQUIRE_THROWS_AS(boost_dialect("\\P{L}"), ValueError);
  REQUIRE_THROWS_AS(boost_dialect("[\\S]"), ValueError);
}

}  // namespace
}  // namespace bpetite::test
