// Running the accumulated vectors against a program, after the others.
//
//   accumulate(suite, {.command = "./harness"}, 1024, report)
//       adds accumulated-encode PASS, or FAIL with the first case that is wrong
#pragma once

#include <cstdint>

#include "conform/judge/run.hpp"
#include "conform/suite/accumulated.hpp"

namespace bpetite::conform {

inline constexpr std::uint64_t usual_accumulated = 1024;

// The sets that the options select.
std::vector<AccumulatedSet> selected_sets(const RunOptions& options);

// Asks up to so many cases of each selected set (a quarter of them of a trainer), and concludes the
// report anew. At the first checkpoint with another digest, the case that is to blame is looked for
// between it and the one before, and becomes a failure like any other; it is added to the suite
// under the set's name, so that it can be shrunk.
void accumulate(Suite& suite, const RunOptions& options, std::uint64_t cases, Report& report);

}  // namespace bpetite::conform
