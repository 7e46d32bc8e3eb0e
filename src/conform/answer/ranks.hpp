// Tests implementations that have only built-in vocabularies, with the help of a public rank
// file.
//
//   --ranks r50k_base=r50k_base.tiktoken
//
// The texts of the suite become `encode` vectors with {"builtin":"r50k_base"} in place of an
// artifact. The expected ids come from the user's rank file (S19b).
#pragma once

#include <string>
#include <string_view>

#include "conform/answer/implementation.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::answer {

struct Ranks {
  std::string name;  // "r50k_base"
  Loaded loaded;
};

// Reads "NAME=FILE". ValueError if the pattern of NAME is not supported, or if FILE is not a rank
// file.
Ranks read_ranks(std::string_view argument);

// A suite of vectors for this vocabulary: L0 from the texts of L0, L1 from those of L1, each text
// once, and the decoding of each result. It leaves out the tier stress, and texts that are not
// UTF-8, contain a special token, or have a chunk of more than 8 KiB.
suite::Suite ranked_suite(const suite::Suite& suite, const Ranks& ranks);

// The expected result of an encode or decode vector with this vocabulary.
json::Object ranked_expectation(const suite::Vector& vector, const Ranks& ranks);

}  // namespace bpetite::conform::answer
