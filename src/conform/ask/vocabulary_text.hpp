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
#include <vector>

#include "conform/judge/profiles.hpp"
#include "conform/judge/texts.hpp"

namespace bpetite::conform::ask {

// With `all`, every failure; else judge::first_of_each_level.
std::string to_text(const judge::VocabularyVerdict& verdict, bool all);

// Each verdict on a profile, and a last line with the profiles whose ids are exact.
std::string to_text(const std::vector<judge::ProfileVerdict>& verdicts, bool all);

}  // namespace bpetite::conform::ask
