// Makes vectors (test cases) for implementations that have only built-in vocabularies. The user
// gives the public rank file of a vocabulary (read_ranks), and the expected ids are computed from
// it (S19b).
//
//   --ranks r50k_base=r50k_base.tiktoken
//
// Most texts of the suite become an `encode` vector, and a `decode` vector if their ids are listed
// (ranked_suite). Left out are texts that are ill-formed, have a special token or have long chunks,
// and the very large vectors of the tier stress. A vector names the vocabulary as
// {"builtin":"r50k_base"}, and has no artifact. ranked_expectation computes the expected result of
// a single vector.
#pragma once

#include <string>
#include <string_view>

#include "conform/program/implementation.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

struct Ranks {
  std::string name;  // "r50k_base"
  program::Loaded loaded;
};

// Reads "NAME=FILE". Throws ValueError if the pattern of NAME is not supported, or if FILE is not a
// rank file.
Ranks read_ranks(std::string_view argument);

// Returns a suite of vectors for this vocabulary. Each text appears once, at the level of its
// original vector. If the expected result lists the ids, the suite also has a vector that decodes
// them. The suite leaves out the tier stress, and texts that are not UTF-8, contain a special
// token, or have a chunk of more than 8 KiB.
suite::Suite ranked_suite(const suite::Suite& suite, const Ranks& ranks);

// The expected result of an encode or decode vector with this vocabulary.
json::Object ranked_expectation(const suite::Vector& vector, const Ranks& ranks);

}  // namespace bpetite::conform::judge
