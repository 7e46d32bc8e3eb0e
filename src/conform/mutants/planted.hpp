// Planted faults: what the vectors were not made for, and `conform fuzz` must find.
//
//   $ bpetite conform fuzz --impl 'bpetite serve --mutant fuzz-tie-many'
//
// Each is of a kind that real code has: a number that is too small for some inputs, a cache with a
// bad key, a border of a buffer. They are no part of the registry of mutants: nothing is asked of
// the vectors. Whether some vector happens to kill one is told all the same.
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

// A mutant or a planted fault by its name.
std::optional<Mutant> find_faulty(std::string_view name);

}  // namespace bpetite::conform::mutants
