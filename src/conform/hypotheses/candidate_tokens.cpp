// Candidates that are made of the tokens of a vocabulary.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "conform/hypotheses/candidate_sources.hpp"
#include "conform/hypotheses/candidates.hpp"
#include "conform/suite/split_mix.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::hypotheses {
namespace {

constexpr std::array lookups = {Lookup::pairs, Lookup::bytes, Lookup::longest, Lookup::in_order};

// Whether all bytes are a text, of at most `most` bytes.
bool is_short_text(std::string_view bytes, std::size_t most) {
  return !bytes.empty() && bytes.size() <= most && !utf8::first_ill_formed(bytes);
}

// The classes of a token's scalars, runs of one class as one: "Zs Ll Nd".
std::string shape_of(std::string_view text) {
  std::string shape;
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    char kind = static_cast<char>(unicode::category(scalar));
    // Those that patterns name.
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

// Tokens of lower-case ASCII letters.
std::vector<std::string_view> words_of(const Table& table) {
  std::vector<std::string_view> words;
  for (const std::string& token : table.tokens) {
    if (token.size() > 2 && is_letters(token)) words.push_back(token);
  }
  return words;
}

}  // namespace

std::string glued_words(const Table& table, std::size_t size) {
  const std::vector<std::string_view> words = words_of(table);
  suite::SplitMix64 random(size);
  std::string letters;
  while (!words.empty() && letters.size() < size) letters += words[random.next() % words.size()];
  return letters;
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
  constexpr std::array<std::array<std::string_view, 2>, 7> frames = {
      {{"", ""}, {"a", ""}, {"", "a"}, {" ", ""}, {"1", ""}, {"", "\n"}, {"'", ""}}};
  std::map<std::string, std::size_t> seen;
  for (const std::string& token : table.tokens) {
    if (!is_short_text(token, longest)) continue;
    std::string shape = shape_of(token);
    const bool is_plain = shape.size() < 2;
    if (seen.size() >= shapes && !seen.contains(shape)) continue;
    if (++seen[std::move(shape)] > most) continue;
    for (const auto& [before, after] : frames) {
      texts.push_back(std::string(before) + token + std::string(after));
      if (is_plain) break;
    }
  }
}

void add_merging(Texts& texts, const Table& table, ChunkIds& chunks) {
  constexpr std::size_t most = 40;     // for each two look-ups that differ
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
  constexpr std::size_t most = 6;  // of those that are special, and of the others
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

}  // namespace bpetite::conform::hypotheses
