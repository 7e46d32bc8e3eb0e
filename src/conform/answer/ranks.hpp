// Judging by a public vocabulary: implementations that have only built-in ones.
//
//   --ranks r50k_base=r50k_base.tiktoken
//
// The texts of the suite are asked anew, as `encode` with {"builtin":"r50k_base"} in place of an
// artifact; the ids that are wanted come from the rank file of whoever runs this (S19b).
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

// Of "NAME=FILE". ValueError for a name whose pattern is not carried, and for what is no rank file.
Ranks read_ranks(std::string_view argument);

// A suite of text vectors for this vocabulary: L0 from the texts of L0, L1 from those of L1, each
// text once, and the decoding of each result. Texts that are no UTF-8, hold a special token or a
// chunk of more than 8 KiB stay out, and so does the tier stress.
suite::Suite ranked_suite(const suite::Suite& suite, const Ranks& ranks);

// What is expected of an encoding or decoding with this vocabulary.
json::Object ranked_expectation(const suite::Vector& vector, const Ranks& ranks);

}  // namespace bpetite::conform::answer
