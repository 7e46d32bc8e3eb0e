// Makes Python lists of ids (IdNumbers), in which an id below the given size is the same object of
// Python each time it occurs.
//
//   [262, 11, 262]      both 262 are one object
//
// To make an object for each id takes two to four times as long as to encode the text, and then a
// list has 40 bytes an id instead of 8. Memory: 8 bytes a token, and 32 for each that has occurred.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::python {

namespace nb = nanobind;

// Whoever calls it has the lock of the interpreter.
class IdNumbers {
 public:
  // Ids below `size` are kept. Others get a new object each time.
  explicit IdNumbers(std::size_t size) : numbers_(size) {}

  nb::object list_of(std::span<const TokenId> ids);

 private:
  nb::object number(TokenId id);

  std::vector<nb::object> numbers_;  // nothing until the id occurs
};

}  // namespace bpetite::python
