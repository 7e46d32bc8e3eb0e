// Finds the causes of the failures of a run: for each operation the faults (decisions made wrongly,
// as some real program makes them) that reproduce its failures, and the first merge at which a
// trainer differs (diagnose). Also finds the fewest versions of Unicode that explain the results
// that are right for another version (delta_versions).
//
//   diagnose(...)    adds  {"about":"classes","says":"white space as JavaScript's \s", ...}
//                    and records it for each failure that it explains
#pragma once

#include <map>
#include <vector>

#include "conform/explain/findings.hpp"

namespace bpetite::conform::explain {

// Adds the diagnoses. Fills in `causes`, `rule`, `where` and `candidates` of the results of
// outcomes.places, and `causes` and `rule` of the sets after them. A failure that no diagnosis
// reproduces gets no cause.
void diagnose(const suite::Suite& suite, const judge::Outcomes& outcomes, Findings& findings);

// The versions that explain each UNICODE_DELTA, by the vector's index, with as few versions as
// possible. If several versions explain equally many, takes the one that contradicts the fewest
// answers, then the one that hello names. If several versions explain the same deltas equally well,
// returns all of them.
std::map<std::size_t, std::vector<unicode::Version>> delta_versions(
    const suite::Suite& suite, const judge::Outcomes& outcomes);

}  // namespace bpetite::conform::explain
