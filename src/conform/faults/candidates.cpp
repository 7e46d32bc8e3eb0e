// Makes candidate texts, which may show a fault (candidates_of): from characters of all classes,
// from characters that differ between versions of Unicode or between normal forms, from long runs,
// and from the tokens and special tokens of a vocabulary. TextSearch finds the candidate texts that
// show each fault, and the faults that a given text shows. Also makes long words of a vocabulary
// (glued_words) and gives texts as people write them (ordinary_texts).
#include "conform/faults/candidates.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "conform/suite/split_mix.hpp"
#include "core/normal_form/normal_form.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::faults {
namespace {

using Texts = std::vector<std::string>;

// --- Texts without a vocabulary: edges of classes, versions of Unicode, normalization. ---

using namespace std::string_view_literals;

// Characters of each class, characters on which engines disagree, and fragments that patterns name.
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

// Texts that are put before and after a scalar to show its class.
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
  constexpr std::size_t most = 3;  // scalars that change in the same way
  std::map<std::pair<unicode::Category, std::pair<std::size_t, unicode::Category>>, std::size_t>
      seen;
  for (char32_t scalar = 0; scalar < unicode::end_of_changes; ++scalar) {
    if (utf8::is_surrogate(scalar)) continue;
    auto before = unicode::category(scalar, unicode::versions.front());
    for (std::size_t i = 0; i + 1 < unicode::versions.size(); ++i) {
      const auto after = unicode::category(scalar, unicode::versions[i + 1]);
      if (before != after && ++seen[{before, {i, after}}] <= most) {
        add_framed(texts, utf8::text_of({&scalar, 1}));
      }
      before = after;
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
  // Compositions and orders of marks that only one of the two versions has.
  for (char32_t scalar = 0; scalar < unicode::end_of_changes; ++scalar) {
    if (utf8::is_surrogate(scalar)) continue;
    const std::u32string parts = unicode::decomposition(scalar, FormVersion::v16_0);
    if (parts != unicode::decomposition(scalar, FormVersion::v9_0)) {
      texts.push_back(utf8::text_of(parts));
    }
    const unsigned its_class = unicode::combining_class(scalar, FormVersion::v16_0);
    if (its_class != unicode::combining_class(scalar, FormVersion::v9_0)) {
      // U+0301 is of class 230. Marks of a lower class belong before it, others after it.
      const std::u32string marks =
          its_class < 230 ? std::u32string{U'\u0301', scalar} : std::u32string{scalar, U'\u0301'};
      texts.push_back(utf8::text_of(marks));
    }
  }
}

// --- Texts that are made of the tokens of a vocabulary. ---

constexpr std::array lookups = {Lookup::pairs, Lookup::bytes, Lookup::longest, Lookup::in_order};

// Whether the bytes are a well-formed text of at most `most` bytes.
bool is_short_text(std::string_view bytes, std::size_t most) {
  return !bytes.empty() && bytes.size() <= most && !utf8::first_ill_formed(bytes);
}

// The classes of a token's scalars. A run of one class counts once, except for decimal digits: the
// shape of " Hello12" is space, Lu, Ll, Nd, Nd.
std::string shape_of(std::string_view text) {
  std::string shape;
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    char kind = static_cast<char>(unicode::category(scalar));
    // Patterns name these characters.
    if (std::string_view("\n\r '/\t").find(static_cast<char>(scalar)) != std::string_view::npos &&
        scalar < 0x80) {
      kind = static_cast<char>(scalar);
    }
    if (shape.empty() || shape.back() != kind || kind == static_cast<char>(unicode::Category::Nd)) {
      shape += kind;
    }
    at += size;
  }
  return shape;
}

bool is_letters(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

// The tokens that consist of at least three lower-case ASCII letters.
std::vector<std::string_view> words_of(const Table& table) {
  std::vector<std::string_view> words;
  for (const std::string& token : table.tokens) {
    if (token.size() > 2 && is_letters(token)) words.push_back(token);
  }
  return words;
}

void add_long(Texts& texts, const Table& table) {
  for (const std::size_t size : {70U, 140U, 270U, 505U, 520U, 1004U, 1030U, 2060U, 4110U}) {
    texts.push_back(glued_words(table, size));
    for (const std::string_view run : {" ", "a", "=", "-", "\n", "\u4e00\u4e8c", "ab", "()"}) {
      std::string text;
      while (text.size() < size) text += run;
      texts.push_back(text);
      texts.push_back(text + "x");
    }
  }
}

void add_tokens(Texts& texts, const Table& table) {
  constexpr std::size_t most = 3;      // tokens of one shape
  constexpr std::size_t longest = 24;  // bytes
  constexpr std::size_t shapes = 6000;
  constexpr std::array<std::array<std::string_view, 2>, 7> beside = {
      {{"", ""}, {"a", ""}, {"", "a"}, {" ", ""}, {"1", ""}, {"", "\n"}, {"'", ""}}};
  std::map<std::string, std::size_t> seen;
  for (const std::string& token : table.tokens) {
    if (!is_short_text(token, longest)) continue;
    std::string shape = shape_of(token);
    const bool is_plain = shape.size() < 2;
    if (seen.size() >= shapes && !seen.contains(shape)) continue;
    if (++seen[std::move(shape)] > most) continue;
    for (const auto& [before, after] : beside) {
      texts.push_back(std::string(before) + token + std::string(after));
      if (is_plain) break;
    }
  }
}

void add_merging(Texts& texts, const Table& table, ChunkIds& chunks) {
  constexpr std::size_t most = 40;     // texts for each wrong look-up
  constexpr std::size_t longest = 20;  // bytes
  std::map<std::pair<Lookup, bool>, std::size_t> seen;
  const auto add = [&](const std::string& text) {
    const auto& merging = table.profile.merging;
    const Lookup own = merging == Merging::bytes ? Lookup::bytes : Lookup::pairs;
    const auto ids_of = [&](Lookup lookup, bool whole) {
      const std::span<const TokenId> ids = chunks.of(text, lookup, whole);
      return std::vector(ids.begin(), ids.end());
    };
    const std::vector<TokenId> right = ids_of(own, false);
    for (const Lookup lookup : lookups) {
      for (const bool whole : {false, true}) {
        if (ids_of(lookup, whole) != right && ++seen[{lookup, whole}] <= most) {
          texts.push_back(text);
        }
      }
    }
  };
  for (const std::string& token : table.tokens) {
    if (is_short_text(token, longest)) add(token);
  }
  const std::vector<std::string_view> words = words_of(table);
  suite::SplitMix64 random(3);
  for (int made = 0; made < 20000 && !words.empty(); ++made) {
    add(std::string(words[random.next() % words.size()]) +
        std::string(words[random.next() % words.size()]));
  }
}

void add_specials(Texts& texts, const Table& table) {
  constexpr std::size_t most = 6;  // each of special and other added tokens
  std::array<std::size_t, 2> seen = {};
  for (const SpecialToken& special : table.specials) {
    if (++seen[special.is_special ? 1 : 0] > most) continue;
    const std::string& literal = special.literal;
    for (const std::string& text :
         {literal, literal + literal, "a" + literal + "b", " " + literal + " ", "a  " + literal,
          literal + "\n\n", literal.substr(0, literal.size() - 1), literal.substr(1)}) {
      if (is_short_text(text, 1000)) texts.push_back(text);
    }
  }
}

std::size_t scalars_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !utf8::is_continuation(c); }));
}

}  // namespace

std::string glued_words(const Table& table, std::size_t size) {
  const std::vector<std::string_view> words = words_of(table);
  suite::SplitMix64 random(size);
  std::string letters;
  while (!words.empty() && letters.size() < size) letters += words[random.next() % words.size()];
  return letters;
}

std::vector<std::string> candidates_of(const Table& table, ChunkIds& chunks) {
  Texts texts;
  add_edges(texts);
  add_drift(texts);
  add_forms(texts);
  add_long(texts, table);
  add_tokens(texts, table);
  add_merging(texts, table, chunks);
  add_specials(texts, table);
  std::ranges::sort(texts, {}, [](const std::string& text) {
    return std::tuple(scalars_in(text), text.size(), std::string_view(text));
  });
  std::erase(texts, "");
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

std::vector<std::string> ordinary_texts() {
  return {
      "Hello, world!",
      "The quick brown fox doesn't jump over the lazy dog; it's asleep. WE'LL SEE, I'D SAY.",
      "Prices rose by 12.5 % to 1,234,567 euros in 2024 (see page 89).",
      "Les élèves ont mangé à la cantine. Größe, naïve, Ærøskøbing, Đà Nẵng.",
      "Быстрая лиса прыгает через ленивую собаку.",
      "人人生而自由，在尊严和权利上一律平等。カタカナとひらがな。",
      "모든 인간은 태어날 때부터 자유로우며",
      "सभी मनुष्यों को गौरव और अधिकारों के मामले में स्वतन्त्रता प्राप्त है।",
      "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
      "def f(x):\n    if x > 0:\n        return x  # two spaces\n\treturn -x\r\n\r\n",
      "#include <stdio.h>\nint main(void) {\n\tprintf(\"%d\\n\", 0x1F);\n}\n",
      "https://example.org/a/b?q=1&r=two#top  user@example.org  C:\\Users\\x",
      "{\"key\": [1, 2.50, -3e8, null, true], \"a_b\": \"c\\u00e9\"}",
      "😀 👩‍💻 🇪🇺 ❤️ e\u0301 — “quoted” … ½ Ⅷ ٣٤",
  };
}

TextSearch::TextSearch(const Table& table)
    : chunks_(table),
      right_(table, decisions_of(table), chunks_),
      faults_(faults_of(table)),
      candidates_(candidates_of(table, chunks_)) {
  const Decisions right = decisions_of(table);
  for (const Fault& fault : faults_) {
    answerers_.push_back(std::make_unique<Answerer>(table, fault.decisions, chunks_));
    reads_same_text_.push_back(fault.decisions.normalizer == right.normalizer &&
                               fault.decisions.literals == right.literals &&
                               fault.decisions.edit == right.edit);
  }
}

bool TextSearch::is_shown(std::size_t fault, std::string_view text, bool may_have_token,
                          const std::vector<TokenId>& right) {
  if (reads_same_text_[fault] && !may_have_token) return false;
  return answerers_[fault]->ids(text) != right;
}

std::vector<std::vector<std::string_view>> TextSearch::texts(std::size_t most) {
  std::vector<std::vector<std::string_view>> texts(faults_.size());
  for (const std::string& candidate : candidates_) {
    const std::vector<TokenId> right = right_.ids(candidate);
    const bool may_have_token = right_.may_have_token(candidate);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].size() < most && is_shown(i, candidate, may_have_token, right)) {
        texts[i].push_back(candidate);
      }
    }
  }
  return texts;
}

std::vector<std::size_t> TextSearch::shown_by(std::string_view text) {
  const std::vector<TokenId> right = right_.ids(text);
  const bool may_have_token = right_.may_have_token(text);
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < answerers_.size(); ++i) {
    if (is_shown(i, text, may_have_token, right)) shown.push_back(i);
  }
  return shown;
}

}  // namespace bpetite::conform::faults
