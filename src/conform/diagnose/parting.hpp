// Where two trainers part: the first merge that differs, and what could be chosen there.
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

// Nothing if they do not part. The vector is one of `train`.
std::optional<Parting> parting_of(const suite::Vector& vector, const std::vector<Pair>& merges,
                                  unicode::Version version);

// The merges of an observed result; nothing if it has none, or such as no TokenId can hold.
std::optional<std::vector<Pair>> merges_of(const json::Object& result);

}  // namespace bpetite::conform::diagnose
