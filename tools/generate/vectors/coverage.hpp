// What the vectors cover: CATALOGUE.md, tombstones, and the mutants that each kills.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "groups.hpp"
#include "writing.hpp"

namespace bpetite::generate {

// The clauses that speak about behaviour, by id and title, in the order of the chapters of spec/.
using Clauses = std::vector<std::pair<std::string, std::string>>;
Clauses read_clauses(const std::filesystem::path& spec);

// CATALOGUE.md: every known divergence (catalogue/divergences.txt), every clause, with its vectors
// or the reason why it has none (catalogue/clauses.txt). Complains of one that has neither.
std::string coverage_file(const std::vector<Group>& groups, const Clauses& clauses,
                          const std::filesystem::path& catalogue);

// The names of the mutants that each vector kills, from the registry that running them wrote;
// nothing if there is none yet.
using Kills = std::map<std::string, std::vector<std::string>>;
Kills read_kills(const std::filesystem::path& registry);

// Complains of a vector that was locked, is no more, and has no tombstone.
void require_tombstones(const Lock& before, const Lock& after, const std::string& retired);

}  // namespace bpetite::generate
