// Makes the texts of the basis: special tokens in every place, characters of every class,
// contractions, compositions, and chunks of every length.
#include "conform/faults/basis.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conform/faults/candidates.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/normal_form/normal_form.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::faults {
namespace {

using namespace std::string_view_literals;
using unicode::FormVersion;

// --- Special tokens. ---

std::string with_other_case(std::string text) {
  for (char& c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_letter) c = static_cast<char>(c ^ 0x20);
  }
  return text;
}

// All added tokens of a small vocabulary. Of a large one, a sample that has the first and the last.
std::vector<std::string> asked_literals(const Table& table) {
  constexpr std::size_t most = 32;
  constexpr std::size_t longest = 1000;
  std::vector<std::string> all;
  for (const SpecialToken& special : table.specials) {
    const std::string& literal = special.literal;
    if (!literal.empty() && literal.size() <= longest) all.push_back(literal);
  }
  if (all.size() <= most) return all;
  std::vector<std::string> sample;
  for (std::size_t i = 0; i < most; ++i) sample.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return sample;
}

void add_places(std::vector<BasisText>& texts, const std::string& literal,
                const std::string& other) {
  const std::vector<std::string> units = suite::units_of(literal);
  const std::string cut = literal.substr(0, literal.size() - units.back().size());
  const std::array places = std::to_array<std::pair<std::string, std::string_view>>({
      {literal, "a special token alone"},
      {literal + "a b", "a special token at the start"},
      {literal + " a", "a special token before a space"},
      {literal + "\na", "a special token before a line end"},
      {"a" + literal, "a special token behind a letter"},
      {"a " + literal, "a special token behind a space"},
      {"a\n" + literal, "a special token behind a line end"},
      {"1" + literal + "2", "a special token between digits"},
      {"é" + literal + "一", "a special token between characters of several bytes"},
      {literal + literal, "a special token twice"},
      {literal + literal + literal, "a special token three times"},
      {"a" + literal + "b" + literal + "c" + literal + "d",
       "a special token three times in a text"},
      {literal + other, "two special tokens"},
      {"a" + other + "b" + literal + "c", "two special tokens in a text"},
      {cut, "a special token that is cut short"},
      {"a" + cut + " b", "a special token that is cut short, in a text"},
      {cut + literal, "a special token behind one that is cut short"},
      {literal.substr(units.front().size()), "a special token without its beginning"},
      {cut + "x" + units.back(), "almost a special token"},
      {with_other_case(literal), "a special token in another case"},
  });
  for (const auto& [text, tests] : places) {
    texts.push_back({text, suite::Level::L1, std::string(tests), "S10"});
  }
}

void add_specials(std::vector<BasisText>& texts, const Table& table) {
  const std::vector<std::string> literals = asked_literals(table);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    add_places(texts, literals[i], literals[(i + 1) % literals.size()]);
  }
  for (const std::string literal : {"<|endoftext|>", "<|no_such_token|>", "</s>", "[MASK]"}) {
    texts.push_back({"a" + literal + "b", suite::Level::L1,
                     "what looks like a special token is one only if the vocabulary has it",
                     "S10"});
  }
}

// --- Characters. ---

// The text alone, twice, and between letters, digits, and blanks.
void add_between(std::vector<BasisText>& texts, const std::string& text, const std::string& tests,
                 std::string_view clause, suite::Level level = suite::Level::L0) {
  for (const std::string& made : {text, text + text, "a" + text + "b", "1" + text + "2",
                                  " " + text + " ", text + "a", "a" + text}) {
    texts.push_back({made, level, tests, clause});
  }
}

void add_ascii(std::vector<BasisText>& texts) {
  for (char32_t scalar = 0; scalar < 0x80; ++scalar) {
    add_between(texts, utf8::text_of({&scalar, 1}), fmt::format("U+{:04X}", unsigned{scalar}),
                "FR-4");
  }
}

// The first and the last scalar of each category in each plane.
void add_classes(std::vector<BasisText>& texts, unicode::Version version) {
  std::map<std::pair<char32_t, unicode::Category>, std::pair<char32_t, char32_t>> found;
  for (char32_t scalar = 0x80; scalar < utf8::end_of_scalars; ++scalar) {
    if (utf8::is_surrogate(scalar)) continue;
    const auto category = unicode::category(scalar, version);
    const auto [place, is_new] =
        found.try_emplace({scalar >> 16, category}, std::pair(scalar, scalar));
    place->second.second = scalar;
  }
  for (const auto& [key, ends] : found) {
    for (const char32_t scalar : {ends.first, ends.second}) {
      add_between(texts, utf8::text_of({&scalar, 1}), fmt::format("U+{:04X}", unsigned{scalar}),
                  "FR-4");
    }
  }
}

void add_contractions(std::vector<BasisText>& texts) {
  for (const std::string word : {"s", "t", "m", "d", "ll", "re", "ve", "\u017f"}) {
    for (unsigned upper = 0; upper < 1U << std::min<std::size_t>(word.size(), 2); ++upper) {
      std::string cased = word;
      for (std::size_t i = 0; i < 2 && i < word.size(); ++i) {
        if ((upper >> i & 1) != 0) cased.replace(i, 1, with_other_case(word.substr(i, 1)));
      }
      for (const std::string mark : {"'", "\u2019"}) {
        for (const std::string before : {"", "I", " ", "1", "I "}) {
          for (const std::string after : {"", "x", " a", "'s"}) {
            texts.push_back({before + mark + cased + after, suite::Level::L0,
                             "contractions in every case, with both apostrophes", "FR-4"});
          }
        }
      }
    }
  }
}

// --- Marks and compositions. ---

void add_marks(std::vector<BasisText>& texts) {
  std::set<unsigned> seen;
  for (char32_t scalar = 0; scalar < utf8::end_of_scalars; ++scalar) {
    const unsigned its_class = unicode::combining_class(scalar, FormVersion::v9_0);
    if (its_class == 0 || !seen.insert(its_class).second) continue;
    const std::string mark = utf8::text_of({&scalar, 1});
    const std::string tests = fmt::format("a mark of combining class {}", its_class);
    for (const std::string& text : {mark, "a" + mark, "e" + mark + "\u0301x",
                                    "e\u0301" + mark + "x", "a" + mark + mark + " b", "1" + mark}) {
      texts.push_back({text, suite::Level::L1, tests, "S30a"});
    }
  }
}

// Scalars that form C composes, decomposes, replaces or excludes.
void add_compositions(std::vector<BasisText>& texts) {
  for (const std::string_view text :
       {"e\u0301"sv, "\u00e9"sv, "A\u030a"sv, "\u212b"sv, "\u2126"sv, "\u212a"sv, "\u037e"sv,
        "\u1fef"sv, "\u0958"sv, "\u0915\u093c"sv, "\ufb1d"sv, "\u2adc"sv, "\u0344"sv,
        "\u1e9b\u0323"sv, "s\u0323\u0307"sv, "s\u0307\u0323"sv, "o\u0302\u0301"sv, "\u01d5"sv,
        "u\u0308\u0304"sv, "\u09c7\u09be"sv, "\u0dd9\u0dcf\u0dca"sv, "\U0001109A"sv,
        "\U00011099\U000110BA"sv, "\U0001D15E"sv, "\uf900"sv, "\U0002F800"sv, "<\u0338"sv,
        // Hangul: jamo that become LV and LVT, the edges of their ranges, and what stays apart.
        "\u1100\u1161"sv, "\u1112\u1175\u11c2"sv, "\uac00\u11a8"sv, "\ud788\u11c2"sv, "\uac01"sv,
        "\uac00"sv, "\ud7a3"sv, "\u1100\u1161\u11a7"sv, "\uac01\u11a8"sv, "\u1161\u11a8"sv,
        "\u1100\u1100\u1161"sv, "\u1113\u1161"sv, "\u1100\u1176"sv, "\uac00\u11c3"sv}) {
    add_between(texts, std::string(text), "a character with several forms", "S30a",
                suite::Level::L1);
  }
  for (const std::size_t count : {2U, 31U, 32U, 33U, 100U}) {
    std::string text = "e";
    for (std::size_t i = 0; i < count; ++i) text += i % 2 == 0 ? "\u0301" : "\u0323";
    texts.push_back({text + "x", suite::Level::L1, "many marks on a letter", "S30a"});
  }
}

// --- Lengths. ---

void add_lengths(std::vector<BasisText>& texts, const Table& table) {
  for (const std::string_view kind : kinds_of_length()) {
    for (const std::size_t size : edge_lengths(1, longest_of_basis)) {
      texts.push_back(
          {long_text(table, kind, size), suite::Level::L1, text_of_length(size, kind), "FR-16c"});
    }
  }
}

constexpr std::array kinds = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"prose", ""},
    {"words", ""},  // of the vocabulary, joined to one chunk
    {"one letter", "a"},
    {"blanks", " "},
    {"digits", "1"},
    {"signs", "-"},
    {"letters of two bytes", "é"},
    {"CJK", "一"},
    {"letters of four bytes", "\U00010400"},
});

}  // namespace

std::vector<std::string_view> kinds_of_length() {
  std::vector<std::string_view> names;
  for (const auto& [name, unit] : kinds) names.push_back(name);
  return names;
}

std::string text_of_length(std::size_t size, std::string_view kind) {
  return fmt::format("a text of {} bytes: {}", size, kind);
}

std::string long_text(const Table& table, std::string_view kind, std::size_t size) {
  const auto* const found = std::ranges::find(kinds, kind, [](const auto& it) { return it.first; });
  std::string text;
  if (kind == "prose") {
    const std::vector<std::string> texts = ordinary_texts();
    for (std::size_t i = 0; text.size() < size; ++i) text += texts[i % texts.size()] + "\n";
    text.resize(utf8::scalar_begin(text, size));
  } else if (kind == "words") {
    text = glued_words(table, size).substr(0, size);
  } else {
    text.assign(size % found->second.size(), 'a');
    while (text.size() < size) text += found->second;
  }
  return text + std::string(size - text.size(), 'a');
}

std::vector<std::size_t> edge_lengths(std::size_t from, std::size_t to) {
  std::set<std::size_t> lengths;
  for (const std::size_t base : {2U, 10U}) {
    for (std::size_t power = 1; power <= to + 1; power *= base) {
      for (const std::size_t length : {power - 1, power, power + 1}) {
        if (length >= from && length <= to) lengths.insert(length);
      }
    }
  }
  return {lengths.begin(), lengths.end()};
}

std::vector<BasisText> basis_of(const Table& table) {
  const auto& splits = table.profile.splits;
  std::vector<BasisText> texts;
  add_specials(texts, table);
  add_ascii(texts);
  add_classes(texts, splits.empty() ? unicode::pinned : splits.front().pattern.version);
  add_contractions(texts);
  add_marks(texts);
  add_compositions(texts);
  add_lengths(texts, table);
  return texts;
}

}  // namespace bpetite::conform::faults
