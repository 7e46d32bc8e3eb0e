// Chooses the first failure of each cause of a run (causes_of), and makes the case of such a
// failure as small as possible, for at most ten causes (shrink_failures, most_causes).
//
//   shrunk   text "  a": want [20][2061], got [2020][61];
//            shrunk from 2,048 scalars to 3 in 41 queries
//   repro    printf '%s\n' '{"id":1,"op":"hello",...}' ... | ./my-harness
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "conform/explain/result.hpp"
#include "conform/judge/run.hpp"
#include "conform/search/shrink.hpp"
#include "conform/search/trial.hpp"

namespace bpetite::conform::search {

// At most this many causes are shrunk. So a program that fails in many ways takes about forty
// seconds longer at most.
inline constexpr std::size_t most_causes = 10;

// The indices in `results` of the first failure of each cause (cause_key). Known failures,
// failures that depend on the Unicode version or on other cases, answers that change, vectors that
// were not sent, and the tier stress are left out.
std::vector<std::size_t> causes_of(std::span<const explain::Result> results);

// Shrinks the first failure of each cause by running the program again. Fills in `shrunk`, and
// `repro` for the smaller case.
void shrink_failures(const suite::Suite& suite, const judge::RunOptions& options,
                     const Oracle& oracle, const ShrinkLimits& limits,
                     std::vector<explain::Result>& results);

}  // namespace bpetite::conform::search
