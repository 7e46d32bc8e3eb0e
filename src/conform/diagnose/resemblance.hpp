// Which mutant the program resembles: the one that fails the most nearly the same vectors. Where
// several mutants fail the same vectors, it is the one whose answers are the most nearly the same.
//
//   Five mutants refuse or accept ill-formed texts in their own ways, and fail the same 102
//   vectors. A program that answers 61ff with the ids of "a" and U+FFFD resembles replace-invalid.
#pragma once

#include <vector>

#include "conform/diagnose/result.hpp"
#include "conform/judge/outcomes.hpp"

namespace bpetite::conform::diagnose {

// Fills in `resembles` of the failures among the results, which are those of outcomes.places. It
// stays empty where no mutant fails the vector and shares half of all that fails.
void find_resemblance(const suite::Suite& suite, const judge::Outcomes& outcomes,
                      std::vector<Result>& results);

}  // namespace bpetite::conform::diagnose
