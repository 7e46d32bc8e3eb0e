// Planted faults: deliberate faults that the vectors do not test for, and that `conform fuzz`
// must find.
//
//   $ bpetite conform fuzz --impl 'bpetite serve --mutant fuzz-tie-many'
//
// Each fault is of a kind that real code has: a number with too few bits, a cache with a bad key,
// the border of a buffer. They are not in the registry of mutants, since no vector has to kill
// them. `by_vectors` says whether some vector does.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "conform/mutants/mutants.hpp"

namespace bpetite::conform::mutants {

struct Planted {
  Mutant mutant;
  bool by_vectors = false;  // some vector of the suite kills it
};

std::vector<Planted> planted_faults();

// The mutant or planted fault with this name.
std::optional<Mutant> find_faulty(std::string_view name);

}  // namespace bpetite::conform::mutants
