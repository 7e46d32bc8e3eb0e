// Candidates that need no vocabulary: edges of classes, versions of Unicode, normalization.
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "conform/hypotheses/candidate_sources.hpp"
#include "conform/suite/split_mix.hpp"
#include "core/normal_form/normal_form.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::hypotheses {
namespace {

using namespace std::string_view_literals;

// Characters of each class, those that engines disagree on, and fragments that patterns name.
constexpr std::array pieces = {
    "a"sv,      "B"sv,      "s"sv,      "the"sv,    "The"sv,    "é"sv,      "ſ"sv,      "ǅ"sv,
    "ʰ"sv,      "ß"sv,      "İ"sv,      "一"sv,     "漢字"sv,   "か"sv,     "カ"sv,     "한"sv,
    "\u0301"sv, "\u093f"sv, "\u0e33"sv, "\u200d"sv, "\ufe0f"sv, "1"sv,      "23"sv,     "000"sv,
    "٣"sv,      "½"sv,      "Ⅷ"sv,      "²"sv,      " "sv,      "  "sv,     "    "sv,   "\t"sv,
    "\n"sv,     "\r\n"sv,   "\r"sv,     "\v"sv,     "\f"sv,     "\x1c"sv,   "\u0085"sv, "\u00a0"sv,
    "\u1680"sv, "\u180e"sv, "\u2003"sv, "\u2028"sv, "\u202f"sv, "\u200b"sv, "\u2060"sv, "\u3000"sv,
    "\ufeff"sv, "'"sv,      "'s"sv,     "'S"sv,     "'ll"sv,    "'LL"sv,    "'ſ"sv,     "'re"sv,
    "'t"sv,     "’s"sv,     "’"sv,      "!"sv,      "."sv,      ".."sv,     "/"sv,      "_"sv,
    "-"sv,      "("sv,      "()"sv,     "\""sv,     "<"sv,      "€"sv,      "😀"sv,      "\0"sv,
    "\ue000"sv, "ing"sv,    "\n\n"sv,   "😀😀"sv,     "^"sv,      "$"sv,      "=="sv,
};

// What stands before and after a scalar whose class is in question.
constexpr std::array<std::array<std::string_view, 2>, 18> frames = {{
    {"", ""},
    {"a", ""},
    {"", "a"},
    {"", "'s"},
    {"", "'t"},
    {" ", "'s"},
    {"a", "'s"},
    {"1", ""},
    {"", "1"},
    {"12", "3"},
    {" ", ""},
    {"", "\n"},
    {"", "\n\n"},
    {"!", ""},
    {"", "!!"},
    {".", "the"},
    {" ", "the"},
    {"  ", ""},
}};

void add_framed(Texts& texts, std::string_view text) {
  for (const auto& [before, after] : frames) {
    texts.push_back(std::string(before) + std::string(text) + std::string(after));
  }
}

std::string utf8_of(std::u32string_view scalars) {
  std::string text;
  for (const char32_t scalar : scalars) utf8::append(text, scalar);
  return text;
}

bool is_surrogate(char32_t scalar) { return scalar >= 0xD800 && scalar < 0xE000; }
constexpr char32_t end_of_scalars = 0x110000;

}  // namespace

void add_edges(Texts& texts) {
  for (const std::string_view first : pieces) {
    add_framed(texts, first);
    for (const std::string_view second : pieces) {
      texts.push_back(std::string(first) + std::string(second));
    }
  }
  suite::SplitMix64 random(1);
  for (int made = 0; made < 6000; ++made) {
    std::string text;
    for (std::size_t left = 3 + random.next() % 4; left > 0; --left) {
      text += pieces[random.next() % pieces.size()];
    }
    texts.push_back(std::move(text));
  }
}

void add_drift(Texts& texts) {
  constexpr std::size_t most = 3;  // of the scalars that change alike
  std::map<std::pair<unicode::Category, std::pair<std::size_t, unicode::Category>>, std::size_t>
      seen;
  for (char32_t scalar = 0; scalar < end_of_scalars; ++scalar) {
    if (is_surrogate(scalar)) continue;
    for (std::size_t i = 0; i + 1 < unicode::versions.size(); ++i) {
      const auto before = unicode::category(scalar, unicode::versions[i]);
      const auto after = unicode::category(scalar, unicode::versions[i + 1]);
      if (before == after || ++seen[{before, {i, after}}] > most) continue;
      add_framed(texts, utf8_of({&scalar, 1}));
    }
  }
}

void add_forms(Texts& texts) {
  using unicode::FormVersion;
  for (const std::string_view text :
       {"e\u0301", "E\u0301t\u00e9", "\u00e9", "A\u030a", "\u212b", "\u1112\u1161\u11ab",
        "\uac00\u11a8", "\u0915\u093c", "\u0958", "q\u0307\u0323", "\u0323\u0307", "\u2126",
        "\ufb2a", "o\u0302\u0301", "\u0344", "\u0374", "\u1fef", "<\u0338"}) {
    add_framed(texts, text);
  }
  // What one version has and the other has not: compositions, and marks that are ordered.
  for (char32_t scalar = 0; scalar < end_of_scalars; ++scalar) {
    if (is_surrogate(scalar)) continue;
    const std::u32string parts = unicode::decomposition(scalar, FormVersion::v16_0);
    if (parts != unicode::decomposition(scalar, FormVersion::v9_0)) {
      texts.push_back(utf8_of(parts));
    }
    const unsigned its_class = unicode::combining_class(scalar, FormVersion::v16_0);
    if (its_class != unicode::combining_class(scalar, FormVersion::v9_0)) {
      // U+0301 is of class 230: what is below stands before it, what is above behind.
      const std::u32string marks =
          its_class < 230 ? std::u32string{U'\u0301', scalar} : std::u32string{scalar, U'\u0301'};
      texts.push_back(utf8_of(marks));
    }
  }
}

}  // namespace bpetite::conform::hypotheses
