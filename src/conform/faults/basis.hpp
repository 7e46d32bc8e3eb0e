// The basis: texts with which the kit tests a program, whatever its vocabulary is and whatever
// faults are known (S71b). basis_of makes them. Each text has its level in the kit, its clause of
// the specification, and what it tests in words (BasisText).
//
//   basis_of(table)    "<s>a b"    a special token at the start
//                      "1\x7f2"    each ASCII character between digits
//                      "I'vE"      each contraction in every case
//                      "on" "no"   words that a cache with a bad key confuses
//                      "aaa..."    one chunk of 4,097 bytes, of letters
//
// The list of faults cannot be complete. The basis tests characters of each category, special
// tokens in many places, and lengths at and beside powers of two and of ten, so that a fault that
// is not in the list shows too.
#pragma once

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

}  // namespace bpetite::conform::faults
