// Makes random patterns of the language of chapter 14, and texts in which they match something,
// joined from a list of scalars. Also says whether a pattern compiles fast enough for a test, and
// makes a random split whose pattern does.
//
//   random_pattern(random)      (?:[^b\s]|ab)++|\p{N}{1,2}(?!\S)
#pragma once

#include <string>
#include <vector>

#include "conform/search/random.hpp"
#include "core/profile.hpp"

namespace bpetite::test {

// One scalar of each kind that random patterns distinguish.
extern const std::vector<std::string> pattern_scalars;

// A pattern of either dialect. It may be outside the language, if by chance something that can be
// empty is repeated.
Pattern random_pattern(conform::search::Random& random);

// Whether the automaton of a pattern has few states, unless more than the usual cases are to run.
// One random pattern in a hundred takes a hundred times as long to compile as most. Throws
// PatternError for a pattern outside the language, or with too many states.
bool is_small_enough(const Pattern& pattern);

// A random pattern that is in the language and small enough.
Split random_split(conform::search::Random& random);

// Up to `most` of the scalars above.
std::string random_pattern_text(conform::search::Random& random, std::size_t most);

}  // namespace bpetite::test
