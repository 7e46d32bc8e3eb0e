// Makes random texts for fuzzing, which join pieces of several kinds: characters of all classes,
// any scalars, words, many short words, runs, special tokens, pairs, tokens of a table, and changed
// texts of the vectors (test cases). Also makes long chunks, ill-formed texts, and corpora for
// training (TextMaker).
#include "conform/search/fuzz_texts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::search {
namespace {

constexpr std::size_t longest_seed = 300;

// Scalars that the pattern treats specially, and scalars next to them that it treats as ordinary.
constexpr std::array<std::string_view, 56> of_classes = {
    "a",      "b",      "s",      "t",      "S",      "Z",      "é",      "ß",
    "ſ",      "Ω",      "中",     "日",     "𐐀",      "ǅ",      "ʰ",      "ª",
    "0",      "1",      "9",      "٣",      "²",      "Ⅷ",      "①",      "𝟎",
    " ",      " ",      " ",      "\n",     "\r",     "\t",     "\x0b",   "\x0c",
    "\u0085", "\u00a0", "\u1680", "\u2003", "\u2028", "\u202f", "\u3000", "\u001c",
    "\u001f", "\u180e", "\u200b", "\ufeff", "!",      "'",      "’",      "_",
    "-",      "…",      "😀",      "\u0301", "\u200d", "|",      "<",      "\x7f"};

constexpr std::array<std::string_view, 28> words = {
    "the",  "The", " the", " cat", " cats", " a",  " an", " and", " in",   "ing",
    "'s",   "'t",  "'re",  "'ve",  "'m",    "'ll", "'d",  "'S",   "don't", " 12",
    " 345", "6",   "!",    ", ",   ". ",    "\n",  "  ",  "\r\n"};

constexpr std::array<std::string_view, 9> specials = {
    "<|endoftext|>", "<|endoftext|>", "<|endoftext|",   "|>", "<|", "<",
    "<|endof",       "<|ENDOFTEXT|>", "<<|endoftext|>>"};

std::string joined(Random& random, std::size_t count, const auto& parts) {
  std::string text;
  for (; count > 0; --count) {
    text += random.pick(parts);
  }
  return text;
}

// A power of two, or a number one smaller or larger.
std::size_t border(Random& random, std::size_t most_bits) {
  return (std::size_t{1} << random.below(most_bits + 1)) + random.below(3) - 1;
}

std::string run(Random& random) {
  const std::string unit = joined(random, random.between(1, 2), of_classes);
  std::string text;
  for (std::size_t n = border(random, random.one_in(40) ? 12 : 8); n > 0; --n) {
    text += unit;
  }
  return text;
}

// Any scalars except surrogates.
std::string any_scalars(Random& random) {
  std::string text;
  for (std::size_t n = random.between(1, 12); n > 0; --n) {
    const std::size_t limit =
        random.pick(std::array<std::size_t, 4>{0x80, 0x800, 0x10000, 0x110000});
    const auto scalar = static_cast<char32_t>(random.below(limit));
    utf8::append(text, 0xD800 <= scalar && scalar < 0xE000 ? U'a' : scalar);
  }
  return text;
}

// Many different words of about two letters. They test caches and their hashes.
std::string many_words(Random& random) {
  static constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string text;
  for (std::size_t n = random.mostly_small(120) + 1; n > 0; --n) {
    text += random.one_in(5) ? "\n" : " ";
    for (std::size_t length = random.between(1, 3); length > 0; --length) {
      text += random.pick(letters);
    }
  }
  return text;
}

// A text of few letters, in which the same pairs repeat.
std::string pairs(Random& random) {
  static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwx";
  const std::size_t alphabet = random.between(2, random.one_in(3) ? letters.size() : 4);
  std::string text;
  for (std::size_t n = random.mostly_small(120) + 1; n > 0; --n) {
    text += random.one_in(9) ? ' ' : letters[random.below(alphabet)];
  }
  return text;
}

// Tokens of the table that are well-formed UTF-8.
std::string tokens(Random& random, const Table& table) {
  std::string text;
  for (std::size_t n = random.between(1, 12); n > 0; --n) {
    const std::string& token = table.tokens[256 + random.below(table.tokens.size() - 256)];
    if (!utf8::first_ill_formed(token)) text += token;
    if (random.one_in(6)) text += ' ';
  }
  return text;
}

// The merged tokens that consist of letters. Any number of them in a row is one chunk.
std::vector<std::string> tokens_of_letters(const Table& table) {
  std::vector<std::string> list;
  for (std::size_t id = 256; id < table.tokens.size(); ++id) {
    const std::string& token = table.tokens[id];
    bool all_letters = !utf8::first_ill_formed(token);
    for (std::size_t at = 0; all_letters && at < token.size();) {
      const auto [scalar, size] = utf8::scalar_at(token, at);
      all_letters = unicode::is_letter(scalar, unicode::pinned);
      at += size;
    }
    if (all_letters) list.push_back(token);
  }
  return list;
}

}  // namespace

TextMaker::TextMaker(const suite::Suite& suite) {
  for (const suite::Vector& vector : suite.vectors) {
    if (vector.tier == suite::Tier::stress) continue;
    const json::Value* hex = json::find(vector.input, "text_hex");
    if (hex == nullptr) continue;
    std::string text = suite::bytes_of(vector.input, "text").value_or("");
    if (text.size() <= longest_seed && !utf8::first_ill_formed(text)) {
      seeds_.push_back(std::move(text));
    }
  }
}

std::string TextMaker::text(Random& random, const Table* table) const {
  std::string text;
  for (std::size_t pieces = random.mostly_small(5) + 1; pieces > 0; --pieces) {
    text += piece(random, table);
  }
  return text;
}

std::string TextMaker::piece(Random& random, const Table* table) const {
  switch (random.below(9)) {
    case 0:
      return joined(random, random.mostly_small(40) + 1, of_classes);
    case 1:
      return joined(random, random.mostly_small(60) + 1, words);
    case 2:
      return run(random);
    case 3:
      return joined(random, random.between(1, 3), specials);
    case 4:
      return mutated(random);
    case 5:
      return any_scalars(random);
    case 6:
      return many_words(random);
    case 7:
      return pairs(random);
    default:
      return table == nullptr || table->merges.empty() ? pairs(random) : tokens(random, *table);
  }
}

std::string TextMaker::long_chunk(Random& random, const Table* table) const {
  static constexpr std::array<std::string_view, 8> wide = {"é",  "ß", "Ω", "中",
                                                           "日", "ʰ", "𐐀", "𝒜"};
  static constexpr std::array<std::string_view, 5> fillers = {"a", "ab", "abc", "banana", "é"};
  const std::vector<std::string> tokens =
      table == nullptr ? std::vector<std::string>() : tokens_of_letters(*table);
  const std::string filler =
      tokens.empty() || random.one_in(4) ? std::string(random.pick(fillers)) : random.pick(tokens);
  std::string chunk;
  const auto fill = [&](std::size_t size) {
    while (chunk.size() < size) {
      chunk += random.one_in(64) ? std::string(random.pick(wide)) : filler;
    }
  };
  // At each of one to three powers of two, a scalar begins one to three bytes before it.
  constexpr std::size_t longest = 70'000;
  std::size_t last = 256;
  for (std::size_t borders = random.between(1, 3); borders > 0; --borders) {
    last = std::max(last, std::size_t{1} << random.between(8, 16));
    fill(last - std::min<std::size_t>(last, random.between(4, 12)));
    while (chunk.size() + 3 < last) chunk += 'x';
    chunk += random.pick(wide);
  }
  fill(std::min(longest, chunk.size() + random.mostly_small(64)));
  if (random.one_in(3)) chunk = " " + chunk + joined(random, random.between(1, 3), words);
  return chunk;
}

std::string TextMaker::mutated(Random& random) const {
  if (seeds_.empty()) {
    return pairs(random);
  }
  std::vector<std::string> units = suite::units_of(random.pick(seeds_));
  for (std::size_t n = random.between(1, 4); n > 0 && !units.empty(); --n) {
    const std::size_t at = random.below(units.size());
    const auto place = units.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(4)) {
      case 0:
        units[at] = random.pick(of_classes);
        break;
      case 1:
        units.insert(place, units[at]);
        break;
      case 2:
        units.erase(place);
        break;
      default:
        units.insert(place, std::string(random.pick(of_classes)));
    }
  }
  std::string text;
  for (const std::string& unit : units) {
    text += unit;
  }
  return text;
}

std::string TextMaker::ill_formed(Random& random) const {
  static constexpr std::array<std::string_view, 12> faults = {
      "\xff",         "\x80",         "\xc0\xaf",         "\xe2\x82",
      "\xed\xa0\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80",
      "\xc2",         "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xfe"};
  std::string bytes = text(random);
  const std::string_view fault = random.pick(faults);
  return bytes.insert(random.below(bytes.size() + 1), fault);
}

std::string TextMaker::corpus(Random& random) const {
  if (random.one_in(4)) return text(random);
  std::string corpus;
  std::vector<std::string> vocabulary;
  for (std::size_t n = random.between(1, 12); n > 0; --n) {
    vocabulary.push_back(random.one_in(4) ? joined(random, random.between(1, 6), of_classes)
                                          : " " + pairs(random).substr(0, random.between(1, 9)));
  }
  for (std::size_t n = random.between(1, 40); n > 0; --n) {
    corpus += random.pick(vocabulary);
  }
  return corpus;
}

}  // namespace bpetite::conform::search
