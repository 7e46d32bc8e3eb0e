// Runs a program on the accumulated sets (test cases that are computed from a seed), after the
// ordinary vectors (test cases in files). Also chooses the sets that the options select
// (selected_sets), and has the usual number of cases, 1,024 (usual_accumulated).
//
//   accumulate(suite, {.command = "./harness"}, 1024, outcomes)
//       adds accumulated-encode PASS, or FAIL with the first case that is wrong
#pragma once

#include <cstdint>

#include "conform/judge/run.hpp"
#include "conform/suite/accumulated.hpp"

namespace bpetite::conform::judge {

inline constexpr std::uint64_t usual_accumulated = 1024;

// The sets that the options select.
std::vector<suite::AccumulatedSet> selected_sets(const RunOptions& options);

// Sends at most `cases` cases of each selected set (a quarter of that for training). When a
// digest differs, it looks for the first wrong case after the previous checkpoint.
void accumulate(const suite::Suite& suite, const RunOptions& options, std::uint64_t cases,
                Outcomes& outcomes);

}  // namespace bpetite::conform::judge
