// Says what the vectors (test cases) cover: reads the clauses of spec/, writes CATALOGUE.md, reads
// which mutants (deliberately wrong tokenizers) fail each vector, and requires a tombstone (an
// entry in retired.json) for each vector that was removed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "groups.hpp"
#include "writing.hpp"

namespace bpetite::generate {

// The clauses about behaviour, as id and title, in the order of the chapters of spec/.
using Clauses = std::vector<std::pair<std::string, std::string>>;
Clauses read_clauses(const std::filesystem::path& spec);

// CATALOGUE.md: each known divergence (catalogue/divergences.txt) and each clause, with its vectors
// or the reason why it has none (catalogue/clauses.txt). Throws if a clause or a divergence has
// neither.
std::string coverage_file(const std::vector<Group>& groups, const Clauses& clauses,
                          const std::filesystem::path& catalogue);

// The names of the mutants that each vector kills, from the registry that `--kills` wrote. Empty if
// the registry does not exist yet.
using Kills = std::map<std::string, std::vector<std::string>>;
Kills read_kills(const std::filesystem::path& registry);

// Throws if a vector of the earlier lock file is missing now and has no tombstone.
void require_tombstones(const Lock& before, const Lock& after, const std::string& retired);

}  // namespace bpetite::generate
