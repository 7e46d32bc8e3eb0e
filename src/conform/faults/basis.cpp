// Makes the basis: texts with which the kit tests a program, whatever its vocabulary is and
// whatever faults are known (basis_of). They are the empty text, special tokens in many places,
// whole and cut short, characters of every category, contractions, combining marks, characters with
// composed and decomposed forms, words in which one class of characters follows another, texts that
// a cache with a bad key confuses, and texts of every kind at lengths of up to 4,097 bytes.
#include "conform/faults/basis.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conform/faults/long_texts.hpp"
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
  // Each part between special tokens is treated as a whole text is: its form, its widths, its
  // chunks.
  for (const std::string part :
       {"e\u0301", "\U0001F600", "\u00e9\u4e00", "I'll 12345", "  x ", "\r\n"}) {
    for (const std::string& text :
         {part + literal + "b", part + literal + part, "a" + literal + part + literal + part}) {
      texts.push_back(
          {text, suite::Level::L1, "text before, between and behind special tokens", "S10"});
    }
  }
  // Patterns look ahead and behind at these. A special token is an end of the text for them.
  for (const std::string beside :
       {"   ", " \n", "\n\n", "\t", "!", "'", "123", "a'", "'s", "\u0301"}) {
    for (const std::string& text : {"a" + beside + literal, literal + beside + "a"}) {
      texts.push_back({text, suite::Level::L1,
                       "a special token beside white space, signs, digits and marks", "S10"});
    }
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

// Where a character changes the ids of what stands beside it, by its class. The ids of a rare
// character are those of its bytes, in whatever chunk they are.
//
//   "?.the"     ".the" is a token, which a sign cuts: "?." and "the"
//   "?1234"     a number takes two of the digits
//   "   ?x"     of three blanks the last one goes with "?", unless it is white space
std::vector<std::string> showing_class(const Table& table, const std::string& text) {
  static constexpr std::string_view signs = ".(/_-";
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_word = [&](const std::string& token) {
    return token.size() > 2 && signs.find(token.front()) != std::string_view::npos &&
           std::all_of(token.begin() + 1, token.end(), is_lower);
  };
  const auto word = std::ranges::find_if(table.tokens, is_word);
  const std::string behind = word == table.tokens.end() ? ".the" : *word;
  return {text + behind, text + "1234", "   " + text + "x"};
}

// The text alone, twice, between letters, digits, and blanks, and where its class shows.
void add_between(std::vector<BasisText>& texts, const Table& table, const std::string& text,
                 const std::string& tests, std::string_view clause,
                 suite::Level level = suite::Level::L0) {
  std::vector<std::string> all = {
      text,       text + text, "a" + text + "b", "1" + text + "2", " " + text + " ",
      text + "a", "a" + text};
  for (std::string& made : showing_class(table, text)) all.push_back(std::move(made));
  for (std::string& made : all) texts.push_back({std::move(made), level, tests, clause});
}

void add_ascii(std::vector<BasisText>& texts, const Table& table) {
  for (char32_t scalar = 0; scalar < 0x80; ++scalar) {
    add_between(texts, table, utf8::text_of({&scalar, 1}),
                fmt::format("U+{:04X}", unsigned{scalar}), "FR-4");
  }
}

// The first and the last scalar of each category in each plane.
void add_classes(std::vector<BasisText>& texts, const Table& table, unicode::Version version) {
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
      add_between(texts, table, utf8::text_of({&scalar, 1}),
                  fmt::format("U+{:04X}", unsigned{scalar}), "FR-4");
    }
  }
}

// Joins the parts to texts of 32, each part behind `before`.
void add_joined(std::vector<BasisText>& texts, const std::vector<std::string>& parts,
                std::string_view before, const BasisText& as) {
  constexpr std::size_t most = 32;
  for (std::size_t i = 0; i < parts.size(); i += most) {
    std::string text;
    for (std::size_t k = i; k < std::min(i + most, parts.size()); ++k) {
      text += std::string(before) + parts[k];
    }
    texts.push_back({std::move(text), as.level, as.tests, as.clause});
  }
}

// The first and the last scalar of each range of scalars that have the same category, in texts of
// 32: beside each other, between letters, between blanks, and where their classes show.
void add_ranges(std::vector<BasisText>& texts, const Table& table, unicode::Version version) {
  std::vector<std::string> edges;
  std::optional<unicode::Category> before;
  char32_t last = 0;
  for (char32_t scalar = 0x80; scalar < utf8::end_of_scalars; ++scalar) {
    if (utf8::is_surrogate(scalar)) continue;
    const unicode::Category own = unicode::category(scalar, version);
    if (before != own) {
      if (last != 0) edges.push_back(utf8::text_of({&last, 1}));
      edges.push_back(utf8::text_of({&scalar, 1}));
    }
    before = own;
    last = scalar;
  }
  const BasisText as = {"", suite::Level::L0, "the edges of each range of a category", "FR-4"};
  for (const std::string_view beside : {"", "a", " "}) add_joined(texts, edges, beside, as);
  std::array<std::vector<std::string>, 3> by_frame;
  for (const std::string& edge : edges) {
    const std::vector<std::string> framed = showing_class(table, edge);
    for (std::size_t i = 0; i < framed.size(); ++i) by_frame.at(i).push_back(framed[i]);
  }
  for (const auto& framed : by_frame) add_joined(texts, framed, "\n", as);
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
  for (char32_t scalar = 0; scalar < unicode::end_of_changes; ++scalar) {
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
void add_compositions(std::vector<BasisText>& texts, const Table& table) {
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
    add_between(texts, table, std::string(text), "a character with several forms", "S30a",
                suite::Level::L1);
  }
  // All scalars that have a decomposition, composed and decomposed, and all marks, in disorder.
  std::vector<std::string> composed;
  std::vector<std::string> decomposed;
  std::vector<std::string> marks;
  for (char32_t scalar = 0x80; scalar < unicode::end_of_changes; ++scalar) {
    if (utf8::is_surrogate(scalar)) continue;
    const std::u32string parts = unicode::decomposition(scalar, FormVersion::v16_0);
    const bool is_hangul = scalar >= 0xAC00 && scalar <= 0xD7A3;
    if (!parts.empty() && (!is_hangul || scalar % 97 == 0)) {
      composed.push_back(utf8::text_of({&scalar, 1}));
      decomposed.push_back(utf8::text_of(parts));
    }
    if (unicode::combining_class(scalar, FormVersion::v16_0) != 0) {
      marks.push_back("e\u0301" + utf8::text_of({&scalar, 1}) + "\u0323");
    }
  }
  const BasisText as = {"", suite::Level::L1, "characters with several forms", "S30a"};
  for (const auto& list : {composed, decomposed, marks}) add_joined(texts, list, " ", as);
  for (const std::size_t count : {2U, 31U, 32U, 33U, 100U}) {
    std::string text = "e";
    for (std::size_t i = 0; i < count; ++i) text += i % 2 == 0 ? "\u0301" : "\u0323";
    texts.push_back({text + "x", suite::Level::L1, "many marks on a letter", "S30a"});
  }
}

// --- Lengths. ---

void add_lengths(std::vector<BasisText>& texts, const LongTexts& long_texts) {
  for (const std::string_view kind : long_texts.kinds()) {
    for (const std::size_t size : edge_lengths(1, longest_of_basis)) {
      texts.push_back(
          {long_texts.of(kind, size), suite::Level::L1, text_of_length(size, kind), "FR-16c"});
    }
  }
}

// --- Words in which one class follows another. ---
//
//   "café"      with "é" behind 8, 16, 32 and 64 bytes:  "cccccafé"  "cccccccccccccafé"  ...
//
// Fast programs look at blocks of bytes. What is not ASCII often goes another way, which begins in
// the middle of a word. The word is a token, so its ids show a cut there.

void add_crossings(std::vector<BasisText>& texts, const Table& table) {
  constexpr std::size_t most = 4;      // tokens for two classes
  constexpr std::size_t longest = 16;  // bytes
  using Class = std::pair<bool, unicode::Category>;
  const auto class_of = [](char32_t scalar) {
    return Class(scalar < 0x80, unicode::category(scalar));
  };
  std::map<std::pair<Class, Class>, std::size_t> seen;
  for (const std::string& token : table.tokens) {
    if (token.size() > longest || token.empty() || utf8::first_ill_formed(token)) continue;
    const auto [first, first_size] = utf8::scalar_at(token, 0);
    char32_t before = first;
    for (std::size_t at = first_size; at < token.size();) {
      const auto [scalar, size] = utf8::scalar_at(token, at);
      const bool crosses = class_of(before) != class_of(scalar);
      if (crosses && ++seen[{class_of(before), class_of(scalar)}] <= most) {
        for (const std::size_t block : {8U, 16U, 32U, 64U}) {
          std::string text;
          while (text.size() + at + first_size <= block) text += token.substr(0, first_size);
          texts.push_back(
              {text + token, suite::Level::L1, "one class of characters behind another", "FR-4"});
        }
      }
      before = scalar;
      at += size;
    }
  }
}

// --- Texts that resemble each other. ---
//
//   "caters" "cabers"      the same length and the same ends
//   "there"  "three"       the same bytes in another order
//   "The" "the" "THE"      the same letters in another case
//   "interest" "internal"  the same beginning
//
// A program that remembers texts or chunks by a bad key gives one of them the ids of another.

// What a bad key keeps of a token.
std::array<std::pair<std::string_view, std::string>, 4> keys_of(std::string_view token) {
  std::string sorted(token);
  std::ranges::sort(sorted);
  std::string lower(token);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  return {{{"the same length and ends",
            fmt::format("{}{}{}", token.size(), token.front(), token.back())},
           {"the same bytes in another order", std::move(sorted)},
           {"the same letters in another case", std::move(lower)},
           {"the same beginning", std::string(token.substr(0, 4))}}};
}

// Tokens of the vocabulary that share a key.
void add_words_alike(std::vector<BasisText>& texts, const Table& table) {
  constexpr std::size_t most = 32;  // groups of each key
  constexpr std::size_t members = 3;
  std::map<std::pair<std::string_view, std::string>, std::vector<std::string_view>> groups;
  for (const std::string& token : table.tokens) {
    if (token.size() < 2 || token.size() > 16 || utf8::first_ill_formed(token)) continue;
    for (auto& [name, key] : keys_of(token)) groups[{name, std::move(key)}].push_back(token);
  }
  std::map<std::string_view, std::vector<std::vector<std::string_view>>> by_name;
  for (auto& [key, tokens] : groups) {
    if (tokens.size() > 1) by_name[key.first].push_back(std::move(tokens));
  }
  for (const auto& [name, list] : by_name) {
    const std::string tests = fmt::format("words that have {}", name);
    const std::size_t step = list.size() / most + 1;
    for (std::size_t i = 0; i < list.size(); i += step) {
      for (std::size_t k = 0; k < std::min(members, list[i].size()); ++k) {
        const std::string token(list[i][k]);
        for (const std::string& text :
             {token, token + "qzx", "I saw " + token + " and went home."}) {
          texts.push_back({text, suite::Level::L1, tests, "S71c"});
        }
      }
    }
  }
}

// Longer texts that differ at one place only.
void add_texts_alike(std::vector<BasisText>& texts, const LongTexts& long_texts) {
  for (const std::size_t size : {40U, 100U, 300U, 1000U, 4000U}) {
    const std::string text = long_texts.of("prose", size);
    for (const std::size_t place : {std::size_t{0}, size / 2, size - 1}) {
      std::string other = text;
      const std::size_t begin = utf8::scalar_begin(other, place);
      other.replace(begin, utf8::scalar_at(other, begin).size, "7");
      for (const std::string& each : {text, other}) {
        texts.push_back({each, suite::Level::L1, "texts that differ at one place only", "S71c"});
      }
    }
  }
}

}  // namespace

std::vector<BasisText> basis_of(const Table& table) {
  const auto& splits = table.profile.splits;
  std::vector<BasisText> texts = {{"", suite::Level::L1, "the empty text", "FR-16b"}};
  add_specials(texts, table);
  add_ascii(texts, table);
  const unicode::Version version =
      splits.empty() ? unicode::pinned : splits.front().pattern.version;
  add_classes(texts, table, version);
  add_ranges(texts, table, version);
  add_contractions(texts);
  add_marks(texts);
  add_compositions(texts, table);
  const LongTexts long_texts(table);
  add_crossings(texts, table);
  add_words_alike(texts, table);
  add_texts_alike(texts, long_texts);
  add_lengths(texts, long_texts);
  return texts;
}

}  // namespace bpetite::conform::faults
