// Writes the findings of fuzzing: one for a terminal (to_text), the last line of a run (summary),
// all as JSON (to_json), and their cases as vectors (test cases) for `conform run` and lint
// (vectors_of).
//
//   FOUND fuzz-encode-1f0c92ab  FAIL  case 312, 1.4 s
//     case    text "  a" with the merges (32,32)
//     want    32 32 97
//     got     256 97
//     found   shrunk from 180 scalars to 3 in 41 queries
//     repro   bpetite conform requests --case '{...}' "$(mktemp -d)" | ./harness
#pragma once

#include <string>

#include "conform/search/fuzz.hpp"

namespace bpetite::conform::search {

std::string to_text(const FuzzFinding& finding);
// The last line: "no finding in 12,345 cases, 30.0 s, seed 7".
std::string summary(const FuzzReport& report);

// The canonical form (conformance/schema/fuzz.json).
std::string to_json(const FuzzReport& report);

// A group file for each operation with findings, by group name. Broken laws have no vectors.
suite::Files vectors_of(const FuzzReport& report);

}  // namespace bpetite::conform::search
