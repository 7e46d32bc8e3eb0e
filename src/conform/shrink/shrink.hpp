// Shrinks a failing case to the smallest case found that fails in the same way.
//
//   encode, 2,048 scalars, 40 merges     becomes     "  a" with the merges (32,32) (32,97)
//
// It removes scalars from a text and makes the others plain, removes merges, ids, calls, counts
// and patches, and lowers numbers to the least that fails. It runs the program to see whether a
// candidate still fails. The reference says what the right answer is.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "conform/drive/child.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::shrink {

// Whether a candidate fails in the same way. Nothing if it makes no sense and was not sent: a
// patch does not apply, or the expected result is of another kind.
using StillFails = std::function<std::optional<bool>(const suite::Vector& candidate)>;

// Shrinking ends when one of these limits is reached, with the best case so far. Only the first
// limit gives the same result on every machine.
struct ShrinkLimits {
  std::size_t queries = 3000;
  drive::Duration time{4000};
};

struct Shrunk {
  suite::Vector vector;     // with the input and the artifact of the smallest case
  std::size_t queries = 0;  // how often the program was run
  bool finished = true;     // false: a limit was reached
};

// Shrinks `vector`, which must fail.
Shrunk shrink(const suite::Suite& suite, const suite::Vector& vector, const StillFails& still_fails,
              const ShrinkLimits& limits);

// A case in words: `text "  a" with the merges (32,32) (32,97)`.
std::string described(const suite::Suite& suite, const suite::Vector& vector);
// How large it is: "2,048 scalars", "17 ids", "3 chunks".
std::string size_of(const suite::Suite& suite, const suite::Vector& vector);
// How it became small: "shrunk from 2,048 scalars to 3 in 41 queries".
std::string course_of(const suite::Suite& suite, const suite::Vector& before, const Shrunk& shrunk);

}  // namespace bpetite::conform::shrink
