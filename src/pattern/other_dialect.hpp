// Rewrites a pattern so that it may mean the same in the other dialect (in_dialect, S58b).
//
//   tiktoken     \p{N}{1,3}+|\s+$      \p{N}{1,3}|\s+\z
//                                      (?:\p{N}{3}|\p{N}{1,2}(?!\p{N}))|\s+\z
//   huggingface  a{1,3}+               (?:a{1,3})+
//
// The result is a list of proposals, in the order in which to try them. The first is the text as it
// is; the example shows the others. The caller has to check that a proposal cuts every text in the
// same way (S25o).
#pragma once

#include <string>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::pattern {

// The proposals in the order in which to try them. The first is the text as it is. In the others,
// everything that the dialects read differently is written differently. The pattern must be in the
// language.
std::vector<std::string> in_dialect(const Pattern& pattern, Dialect dialect);

}  // namespace bpetite::pattern
