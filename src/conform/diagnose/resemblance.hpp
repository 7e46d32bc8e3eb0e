// Which mutant a stranger is like: the one that fails the most nearly the same vectors, and, where
// several fail the same, that whose answers are the most nearly his.
//
//   five mutants refuse or accept ill-formed texts in their own ways, and fail the same 102
//   vectors; who answers 61ff with the ids of "a" and U+FFFD resembles replace-invalid
#pragma once

#include <vector>

#include "conform/judge/schedule.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform {

// Fills in `resembles` of the failures in a report, whose results are those of these places. A
// result without a mutant that fails it, and half of all that fails, stays empty.
void find_resemblance(const Suite& suite, const std::vector<std::size_t>& places,
                      const std::vector<Outcome>& outcomes, Report& report);

}  // namespace bpetite::conform
