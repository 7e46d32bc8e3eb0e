// Texts of any length and of different kinds: prose, one chunk of letters or digits, many words,
// special tokens (LongTexts). Names two of the kinds (many_words, special_tokens). Also gives the
// lengths at and beside powers of two and of ten (edge_lengths), names a text by its length and
// kind (text_of_length), says which kinds grow to 1 MB (is_grown_to_the_end), and has the longest
// length of a text that is always sent (longest_of_basis, 4,097 bytes).
//
//   const LongTexts texts(table);
//   texts.of("prose", 8192)       exactly 8,192 bytes
//   texts.of("digits", 65537)     "111..."
//
// Buffers, blocks and caches have sizes. A program that is wrong beside one of them is wrong for a
// text of such a length, and often for one kind only.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::conform::faults {

// Two kinds that others name, too: words with blanks between, and special tokens between words.
inline constexpr std::string_view many_words = "many words";
inline constexpr std::string_view special_tokens = "special tokens";

class LongTexts {
 public:
  explicit LongTexts(const Table& table);

  // The names of the kinds. Those that the vocabulary has no tokens for are left out: a vocabulary
  // without added tokens has no "special tokens".
  const std::vector<std::string_view>& kinds() const { return kinds_; }

  // A well-formed text of this kind that has exactly `size` bytes. The same table gives the same
  // text. A text of another size has its parts in another order.
  std::string of(std::string_view kind, std::size_t size) const;

 private:
  void add(std::string_view kind, std::vector<std::string> parts);

  std::vector<std::string_view> kinds_;
  std::map<std::string_view, std::vector<std::string>> parts_;  // of each kind
};

// The kinds whose texts grow to 1 MB: prose, and one chunk or many of each class of characters. The
// others grow to 64 KiB.
bool is_grown_to_the_end(std::string_view kind);

// What such a text tests, in words: "a text of 4097 bytes: digits".
std::string text_of_length(std::size_t size, std::string_view kind);

// The powers of two and of ten from `from` to `to`, and one less and one more, ascending.
std::vector<std::size_t> edge_lengths(std::size_t from, std::size_t to);

// The basis has each kind in each edge length up to this one, in bytes.
inline constexpr std::size_t longest_of_basis = 4097;

}  // namespace bpetite::conform::faults
