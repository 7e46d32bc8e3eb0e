// Spells the rule of ranks as merges (S58c).
//
//   tokens  a b c  ab = 256  bc = 257  abc = 258      merges  a b   b c   a bc   ab c
#pragma once

#include "core/table.hpp"

namespace bpetite::interop::out {

// A table that merges by pairs: each token can be made of any two tokens whose joined bytes it has,
// and a whole chunk that is a token is taken first. The merges are in the order of what they make,
// and then of their parts, as transformers converts a rank file. `ranks` must merge by bytes.
// ValueError (S58a): it has a token that no chunk becomes.
Table with_all_splits(const Table& ranks);

}  // namespace bpetite::interop::out
