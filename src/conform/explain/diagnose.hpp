// Finds the causes of failures: for each operation the faults that reproduce them, and the Unicode
// version.
//
//   diagnose(...)    adds  {"about":"classes","says":"white space as JavaScript's \s", ...}
//                    and records it for each failure that it explains
#pragma once

#include <map>
#include <vector>

#include "conform/explain/findings.hpp"

namespace bpetite::conform::explain {

// Fills in `causes`, `rule`, `where` and `candidates` of the results of outcomes.places, `causes`
// and `rule` of the sets after them, and adds the diagnoses. A failure that no diagnosis reproduces
// has no cause.
void diagnose(const suite::Suite& suite, const judge::Outcomes& outcomes, Findings& findings);

// The versions that explain each UNICODE_DELTA, by the vector's index, with as few versions as
// possible. Of versions that explain equally many, it takes the one that contradicts the fewest
// answers, then that of hello. If several versions explain the same deltas equally well, it gives
// all of them.
std::map<std::size_t, std::vector<unicode::Version>> delta_versions(
    const suite::Suite& suite, const judge::Outcomes& outcomes);

}  // namespace bpetite::conform::explain
