// Rank files: the `.tiktoken` form of public vocabularies (S19c).
//
//   IQ== 0          the byte "!" is token 0
//   Ig== 1          one line a token: its bytes in base64, a space, its id
//
// Such a file holds no merges. Neighbours are joined by the rank of their joined bytes (S19b), so
// that it becomes a table with Lookup::bytes.
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop {

// The table of a rank file, without special tokens. ValueError, naming the line, for a line that is
// not of the form above, for bytes or an id that occur twice, for an id of 2^24 or more or one far
// beyond the number of lines, and for a file in which some single byte has no token (S18).
Table read_tiktoken(std::string_view file);

}  // namespace bpetite::interop
