// Writes a pattern as it may be meant in the other dialect (S58b).
//
//   tiktoken     \p{N}{1,3}+|\s+$      \p{N}{1,3}|\s+\z
//                                      (?:\p{N}{3}|\p{N}{1,2}(?!\p{N}))|\s+\z
//   huggingface  a{1,3}+               (?:a{1,3})+
//
// These are proposals: whoever uses one has to see that it cuts every text alike (S25o).
#pragma once

#include <string>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::pattern {

// What to try, the shortest first: the text as it is, and with what the dialects read otherwise
// written out. The pattern must be in the language.
std::vector<std::string> in_dialect(const Pattern& pattern, Dialect dialect);

}  // namespace bpetite::pattern
