// What the failures of a run have in common: the rule of a trainer, the character classes of a
// splitter, the Unicode version behind both.
//
//   diagnose(...)    adds  {"about":"classes","says":"white space as JavaScript's \s", ...}
//                    and says so beside each failure that it explains
#pragma once

#include <map>
#include <vector>

#include "conform/diagnose/findings.hpp"

namespace bpetite::conform::diagnose {

// Fills in `rule`, `where` and `candidates` of the results, which are those of outcomes.places, and
// adds the diagnoses.
void diagnose(const suite::Suite& suite, const judge::Outcomes& outcomes, Findings& findings);

// The version that explains each UNICODE_DELTA, by place: as few versions as explain them all. Of
// those that explain as many it is the one that contradicts the fewest answers, then that of hello.
// Several where they explain the same ones, and nothing tells them apart.
std::map<std::size_t, std::vector<unicode::Version>> delta_versions(
    const suite::Suite& suite, const judge::Outcomes& outcomes);

}  // namespace bpetite::conform::diagnose
