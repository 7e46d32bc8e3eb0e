// Finds the first merge at which the tested trainer differs from the reference (parting_of). Shows
// the pair that each of them chose, and the pairs with the same highest count (Parting). Also reads
// the merges of an observed result (merges_of).
//
//   parting_of(vector, {(98,99)}, version)      on the corpus "bc xy ab"
//     where        merge 1 of 1
//     candidates   " "+"a" (32,97) x1 was due, "b"+"c" (98,99) x1 was taken; tied are 5 pairs: ...
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::explain {

struct Parting {
  std::string where;
  std::string candidates;
};

// Returns nullopt if the merges are equal, or if the trainer must refuse the input. `vector` must
// be a `train` vector.
std::optional<Parting> parting_of(const suite::Vector& vector, const std::vector<Pair>& merges,
                                  unicode::Version version);

// Reads the merges of an observed result. Returns nullopt if the result has no list of merges, or
// if an id does not fit in a TokenId.
std::optional<std::vector<Pair>> merges_of(const json::Object& result);

}  // namespace bpetite::conform::explain
