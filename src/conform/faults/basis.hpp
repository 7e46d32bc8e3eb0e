// The basis: texts that a program is asked for every vocabulary, whatever faults the list has
// (S71b).
//
//   basis_of(table)    "<s>a"      a special token at the start
//                      "1\x7f2"    each ASCII character between digits
//                      "I'vE"      each contraction in every case
//                      "aaa..."    one chunk of 4,097 bytes, of letters
//
// The list of faults cannot be complete. The basis asks for each class of characters, each place of
// a special token and each length, so that a fault that is not in the list shows too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"
#include "core/table.hpp"

namespace bpetite::conform::faults {

struct BasisText {
  std::string text;
  suite::Level level = suite::Level::L0;
  std::string tests;  // in words: "a special token behind a letter"
  std::string_view clause;
};

// The same table gives the same texts, in the same order. Some texts occur twice.
std::vector<BasisText> basis_of(const Table& table);

// The kinds of long texts: prose, and one chunk of words, blanks, digits, signs, or characters of
// two to four bytes.
std::vector<std::string_view> kinds_of_length();

// What such a text tests, in words: "a text of 4,097 bytes: digits".
std::string text_of_length(std::size_t size, std::string_view kind);

// A text of this kind that has exactly `size` bytes.
std::string long_text(const Table& table, std::string_view kind, std::size_t size);

// The powers of two and of ten from `from` to `to`, and one less and one more, ascending.
std::vector<std::size_t> edge_lengths(std::size_t from, std::size_t to);

// The basis has each kind in each edge length up to this one, in bytes.
inline constexpr std::size_t longest_of_basis = 4097;

}  // namespace bpetite::conform::faults
