// Finds the first merge at which two trainers differ, and lists the pairs that could be merged
// there.
//
//   parting_of(vector, {(98,99)}, version)      on the corpus "bc xy ab"
//       where        "merge 1 of 1"
//       candidates   " "+"a" (32,97) x1 was due, "b"+"c" (98,99) x1 was taken; of 5 pairs x1: ..."
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::diagnose {

struct Parting {
  std::string where;
  std::string candidates;
};

// Nothing if the merges do not differ. The vector must be one of `train`.
std::optional<Parting> parting_of(const suite::Vector& vector, const std::vector<Pair>& merges,
                                  unicode::Version version);

// The merges of an observed result. Nothing if it has none, or if an id does not fit in a
// TokenId.
std::optional<std::vector<Pair>> merges_of(const json::Object& result);

}  // namespace bpetite::conform::diagnose
