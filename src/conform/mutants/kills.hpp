// Which vectors kill which mutants: each mutant answers the vectors as a program would, and is
// judged as one, but inside this process.
//
//   fates(embedded_suite())    tie-largest: killed by train-tie-raw-bytes, train-tie-dcbb, ...
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conform/mutants/mutants.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::mutants {

// How a mutant fared.
struct Fate {
  Mutant mutant;
  std::vector<std::size_t> killed_by;  // places of the vectors in the suite, in order

  // Of those that are required.
  std::size_t required = 0;
  std::optional<suite::Level> lowest;  // the lowest level of them: where the fault seems to lie
};

// Which vectors are asked: all but those with a time limit, or only the required ones up to the
// level of the fault, and those about length only where the fault is too.
enum class Extent { all, quick };

// That of each of these mutants. What they treat as the reference does is worked out once.
std::vector<Fate> fates(const suite::Suite& suite, const std::vector<Mutant>& some,
                        Extent extent = Extent::all);

// What the reference itself fails when it is put together from its parts: nothing.
Fate fate_of_reference(const suite::Suite& suite);

// The mutants that each vector kills, by its id.
std::map<std::string, std::vector<std::string>> kills_of(const suite::Suite& suite,
                                                         const std::vector<Fate>& fates);

// conformance/mutants/registry.json: each mutant with its fault, its flag, its level and what
// kills it.
std::string registry_file(const suite::Suite& suite, const std::vector<Fate>& fates);

}  // namespace bpetite::conform::mutants
