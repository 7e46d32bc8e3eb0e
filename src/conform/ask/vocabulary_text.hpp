// Shows a verdict on a program with a vocabulary of its own, for people.
//
//   FAIL cl100k-405101e7  L0 FR-4
//     tests   digits are cut in groups as the pattern has them, ...
//     text    "1234"
//     want    4513 19
//     got     717 1958
//   like      digits-by-two: it gives every reply
//   L0  fails         FAIL 3  PASS 61
#pragma once

#include <string>

#include "conform/ask/vocabulary_run.hpp"

namespace bpetite::conform::ask {

// With `all`, every failure; else first_of_each_level.
std::string to_text(const VocabularyVerdict& verdict, bool all);

}  // namespace bpetite::conform::ask
