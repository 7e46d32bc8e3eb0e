// What the failures of a run have in common: the rule of a trainer, the character classes of a
// splitter, the Unicode version behind both.
//
//   diagnose(...)    adds  {"about":"classes","says":"white space as JavaScript's \s", ...}
//                    and says so beside each failure that it explains
#pragma once

#include <map>
#include <vector>

#include "conform/judge/schedule.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform {

// Fills in `rule`, `where` and `candidates` of the report's results, which are those of these
// places, and its diagnoses.
void diagnose(const Suite& suite, const std::vector<std::size_t>& places,
              const std::vector<Outcome>& outcomes, const Hello& hello, Report& report);

// The version that explains each UNICODE_DELTA, by place: as few versions as explain them all. Of
// those that explain as many it is the one that contradicts the fewest answers, then that of hello.
// Several where they explain the same ones, and nothing tells them apart.
std::map<std::size_t, std::vector<unicode::Version>> delta_versions(
    const Suite& suite, const std::vector<std::size_t>& places,
    const std::vector<Outcome>& outcomes, const Hello& hello);

}  // namespace bpetite::conform
