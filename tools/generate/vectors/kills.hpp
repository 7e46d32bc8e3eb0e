// Finds the vectors (test cases) that each mutant (a deliberately wrong tokenizer) fails: they kill
// it (`Fate`). A mutant answers vectors and is judged like a program, but inside this process;
// `Extent` says which vectors it gets. Also finds the vectors that the reference fails (there must
// be none), lists the mutants by vector, and writes conformance/mutants/registry.json.
//
//   fates(embedded_suite())    tie-largest: killed by train-tie-raw-bytes, train-tie-dcbb, ...
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conform/faults/fault.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::faults {

// The result of running a mutant.
struct Fate {
  Fault mutant;
  std::vector<std::size_t> killed_by;  // indices in the suite, in order
  std::vector<std::size_t> asked;      // the same, of all vectors that the extent has

  // The number of required vectors among them.
  std::size_t required = 0;
  std::optional<suite::Level> lowest;  // the lowest level of the required ones
};

// The vectors to run: all except those with a time limit, or only required ones up to the level
// of the fault, and those about length only if the fault is about length.
enum class Extent { all, quick };

// The fates of these mutants. Results of unchanged parts are computed once.
std::vector<Fate> fates(const suite::Suite& suite, const std::vector<Fault>& some,
                        Extent extent = Extent::all);

// The vectors that the reference itself fails when it is assembled from its parts. The list must be
// empty.
Fate fate_of_reference(const suite::Suite& suite);

// The names of the mutants that each vector kills, by the vector's id.
std::map<std::string, std::vector<std::string>> kills_of(const suite::Suite& suite,
                                                         const std::vector<Fate>& fates);

// conformance/mutants/registry.json: each mutant with its fault, its flag, its level and the
// vectors that kill it.
std::string registry_file(const suite::Suite& suite, const std::vector<Fate>& fates);

}  // namespace bpetite::conform::faults
