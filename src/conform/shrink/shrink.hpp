// Shrinking: the smallest case found that fails as the first one did.
//
//   encode, 2,048 scalars, 40 merges     becomes     "  a" with the merges (32,32) (32,97)
//
// Text loses scalars, and those that are left become plain ones; a merge list loses merges; ids,
// calls, counts and patches go; numbers sink to the least that fails. Whether a candidate still
// fails is asked of the program; what it should answer is asked of the reference.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "conform/drive/child.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::shrink {

// Whether a candidate still fails in the same way; nothing if it makes no sense and was not asked:
// a patch does not apply, or the reference expects something of another kind.
using StillFails = std::function<std::optional<bool>(const suite::Vector& candidate)>;

// It ends when either is used up, with the best so far. Only the first gives the same result on
// every machine.
struct ShrinkLimits {
  std::size_t queries = 3000;
  drive::Duration time{4000};
};

struct Shrunk {
  suite::Vector vector;     // with the input and the artifact of the smallest case
  std::size_t queries = 0;  // how often the program was asked
  bool finished = true;     // false: a limit came first
};

// `vector` is known to fail.
Shrunk shrink(const suite::Suite& suite, const suite::Vector& vector, const StillFails& still_fails,
              const ShrinkLimits& limits);

// A case in words: `text "  a" with the merges (32,32) (32,97)`.
std::string described(const suite::Suite& suite, const suite::Vector& vector);
// How large it is: "2,048 scalars", "17 ids", "3 chunks".
std::string size_of(const suite::Suite& suite, const suite::Vector& vector);
// How it became small: "shrunk from 2,048 scalars to 3 in 41 queries".
std::string course_of(const suite::Suite& suite, const suite::Vector& before, const Shrunk& shrunk);

}  // namespace bpetite::conform::shrink
