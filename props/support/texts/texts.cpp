// Makes texts of any size on which tokenizers are slow, by repeating a unit, or from a random
// number generator with a fixed seed, and a long text in which words and signs occur again.
#include "support/texts/texts.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <utility>

#include "core/utf8.hpp"

namespace bpetite::test {
namespace {

// A text of at least `size` bytes. `next` appends one piece.
template <typename Next>
std::string made(std::size_t size, const Next& next) {
  std::string text;
  while (text.size() < size) next(text);
  return text;
}

std::string repeated_text(std::string_view unit, std::size_t size) {
  return made(size, [&](std::string& text) { text += unit; });
}

}  // namespace

std::vector<NamedText> hard_texts(std::size_t size) {
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  const auto letters = [&](std::string& text, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) text += static_cast<char>('a' + below(26));
  };
  std::vector<std::string> words(100'000);
  for (std::string& word : words) {
    letters(word, 3 + below(8));
    word += ' ';
  }
  std::size_t word = 0;
  return {
      {"one letter", repeated_text("a", size)},
      {"ab", repeated_text("ab", size)},
      {"random letters", made(size, [&](std::string& text) { letters(text, 1); })},
      {"^", repeated_text("^", size)},
      {"spaces", repeated_text(" ", size)},
      {"lines", repeated_text("\n                    x", size)},
      {"digits",
       made(size, [&](std::string& text) { text += static_cast<char>('0' + below(10)); })},
      {"random CJK", made(size,
                          [&](std::string& text) {
                            utf8::append(text, static_cast<char32_t>(0x4E00 + below(0x51A6)));
                          })},
      {"distinct words",
       made(size, [&](std::string& text) { text += words[word++ % words.size()]; })},
      {"random Latin-1",
       made(size,
            [&](std::string& text) { utf8::append(text, static_cast<char32_t>(below(256))); })},
      {"alternating", repeated_text("a1 !", size)},
  };
}

std::string long_text(std::size_t size) {
  static constexpr std::array<std::string_view, 16> parts = {
      "the", " cat", "  ", " ",   "\n",     " I'M",   " don't", "12",
      "345", " abc", "!?", "\n ", "\u00e9", "\u65e5", "'s",     " x"};
  std::size_t i = 0;
  return made(
      size, [&](std::string& text) { text += parts.at(i++ * 2654435761U % 8191 % parts.size()); });
}

std::size_t scalar_end_from(std::string_view text, std::size_t at) {
  while (at < text.size() && utf8::is_continuation(text[at])) ++at;
  return at;
}

}  // namespace bpetite::test
