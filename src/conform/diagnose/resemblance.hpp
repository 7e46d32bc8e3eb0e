// Finds the mutant that the program resembles: the one with the most similar set of failures. If
// several mutants fail the same vectors, it is the one with the most similar answers.
//
//   Five mutants refuse or accept ill-formed texts in their own ways, and fail the same 102
//   vectors. A program that answers 61ff with the ids of "a" and U+FFFD resembles replace-invalid.
#pragma once

#include <vector>

#include "conform/diagnose/result.hpp"
#include "conform/judge/outcomes.hpp"

namespace bpetite::conform::diagnose {

// Fills in `resembles` of the failures among the results of outcomes.places. It stays empty if no
// mutant fails the vector and shares half of all failures.
void find_resemblance(const suite::Suite& suite, const judge::Outcomes& outcomes,
                      std::vector<Result>& results);

}  // namespace bpetite::conform::diagnose
