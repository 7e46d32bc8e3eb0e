// Turns a table that merges neighbours whose joined bytes are a token into one that merges by a
// list of pairs, and gives the same ids (S58c).
//
//   tokens  a b c  ab = 256  bc = 257  abc = 258      merges  a b   b c   a bc   ab c
#pragma once

#include "core/table.hpp"

namespace bpetite::interop::out {

// A table that merges by pairs. It has a merge for any two tokens whose joined bytes are a token. A
// chunk that is a token becomes that token first. The merges are sorted by the token that they
// make, and then by their parts, as when transformers converts a rank file. `ranks` must merge by
// bytes. ValueError (S58a): it has a token that no chunk becomes.
Table with_all_splits(const Table& ranks);

}  // namespace bpetite::interop::out
