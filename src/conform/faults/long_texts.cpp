// Makes texts of any length and of different kinds (LongTexts): from sentences, from the words of a
// vocabulary, from special tokens, from one character again and again, or from different blanks,
// digits or signs. Also gives the lengths at which faults are likely, at and beside powers of two
// and of ten (edge_lengths), names a text by its length and kind (text_of_length), and says which
// kinds grow to 1 MB (is_grown_to_the_end).
#include "conform/faults/long_texts.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conform/faults/candidates.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/split_mix.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::faults {
namespace {

using namespace std::string_view_literals;

// Kinds with one part, which is repeated.
constexpr std::array runs = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"one letter", "a"},
    {"blanks", " "},
    {"digits", "1"},
    {"signs", "-"},
    {"letters of two bytes", "é"},
    {"CJK", "一"},
    {"letters of four bytes", "\U00010400"},
});

// Kinds with many parts, which do not need a vocabulary.
constexpr std::string_view every_blank[] = {" ",    "  ",  "\n",     "\t",
                                            "\r\n", " \n", "\u00a0", "\u3000"};
constexpr std::string_view every_digit[] = {"0", "12", "345", "6789", "٣", "½", "90", "²"};
constexpr std::string_view every_sign[] = {"!", "--", "==", "();", "…",
                                           "€", "/*", "😀",  "_",   "\u200d"};

// Sentences with each contraction in the cases that people write.
std::vector<std::string> sentences() {
  std::vector<std::string> texts = ordinary_texts();
  for (const std::string_view text :
       {"I'm sure they're right, we've won, he'd know, she'll go, it's ours, don't!"sv,
        "I'M SURE THEY'RE RIGHT, WE'VE WON, HE'D KNOW, SHE'LL GO, IT'S OURS, DON'T!"sv,
        "It\u2019s ours, we\u2019ve won; Don'T, They'Re, We'Ll, I'vE."sv}) {
    texts.emplace_back(text);
  }
  // Blank lines, other line ends, and indentation. A program may cut a long text at such a place.
  std::vector<std::string> parts;
  for (const std::string_view end : {"\n", "\n\n", "\r\n", " \n\n\n", "\n    ", " "}) {
    for (const std::string& text : texts) parts.push_back(text + std::string(end));
  }
  return parts;
}

enum class Script { ascii, cjk, other };

// The script of a token that consists of letters, or nullopt.
std::optional<Script> script_of(std::string_view token) {
  std::optional<Script> script;
  for (std::size_t at = 0; at < token.size();) {
    const auto [scalar, size] = utf8::scalar_at(token, at);
    if (!unicode::is_letter(scalar)) return std::nullopt;
    const Script own = scalar < 0x80      ? Script::ascii
                       : scalar >= 0x2E80 ? Script::cjk
                                          : Script::other;
    if (script && *script != own) return std::nullopt;
    script = own;
    at += size;
  }
  return script;
}

// The tokens of lower-case letters, or of any other letters, of a vocabulary. At most 20,000 of
// each script, evenly.
std::map<Script, std::vector<std::string>> words_by_script(const Table& table) {
  constexpr std::size_t most = 20'000;
  std::map<Script, std::vector<std::string>> words;
  for (const std::string& token : table.tokens) {
    if (token.size() < 3 || utf8::first_ill_formed(token)) continue;
    const auto script = script_of(token);
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    if (!script || std::ranges::any_of(token, is_upper)) continue;
    if (!suite::has_literal(table, token)) words[*script].push_back(token);
  }
  for (auto& [script, list] : words) {
    const std::size_t step = list.size() / most + 1;
    for (std::size_t i = 0; i * step < list.size(); ++i) std::swap(list[i], list[i * step]);
    list.resize((list.size() + step - 1) / step);
  }
  return words;
}

std::vector<std::string> followed_by(const std::vector<std::string>& words, std::string_view sign) {
  std::vector<std::string> parts;
  for (const std::string& word : words) parts.push_back(word + std::string(sign));
  return parts;
}

}  // namespace

LongTexts::LongTexts(const Table& table) {
  add("prose", sentences());
  auto words = words_by_script(table);
  add("words", words[Script::ascii]);
  add("words of other letters", words[Script::other]);
  add("words of CJK", words[Script::cjk]);
  add(many_words, followed_by(words[Script::ascii], " "));
  for (const auto& [kind, part] : runs) add(kind, {std::string(part)});
  add("all blanks", {std::begin(every_blank), std::end(every_blank)});
  add("all digits", {std::begin(every_digit), std::end(every_digit)});
  add("all signs", {std::begin(every_sign), std::end(every_sign)});
  std::vector<std::string> specials;
  for (const SpecialToken& special : table.specials) {
    if (special.is_special && specials.size() < 8)
      specials.push_back(special.literal + " the cat\n");
  }
  add(special_tokens, specials);
}

void LongTexts::add(std::string_view kind, std::vector<std::string> parts) {
  if (parts.empty()) return;
  kinds_.push_back(kind);
  parts_.emplace(kind, std::move(parts));
}

std::string LongTexts::of(std::string_view kind, std::size_t size) const {
  const std::vector<std::string>& parts = parts_.at(kind);
  std::string text;
  if (parts.size() == 1) {
    text.assign(size % parts.front().size(), 'a');
    while (text.size() < size) text += parts.front();
    return text;
  }
  suite::SplitMix64 random(size);
  while (text.size() < size) text += parts[random.next() % parts.size()];
  text.resize(utf8::scalar_begin(text, size));
  return text + std::string(size - text.size(), 'a');
}

bool is_grown_to_the_end(std::string_view kind) {
  return kind == "prose" || kind == "words" || kind == many_words ||
         std::ranges::count(runs, kind, &std::pair<std::string_view, std::string_view>::first) > 0;
}

std::string text_of_length(std::size_t size, std::string_view kind) {
  return fmt::format("a text of {} bytes: {}", size, kind);
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

}  // namespace bpetite::conform::faults
