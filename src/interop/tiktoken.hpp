// Rank files: the `.tiktoken` form of public vocabularies (S19c).
//
//   IQ== 0          the byte "!" is token 0
//   Ig== 1          one line a token: its bytes in base64, a space, its id
//
// Such a file holds no merges. Neighbours are joined by the rank of their joined bytes (S19b), so
// that it becomes a table with Merging::bytes. Pattern and special tokens come from a profile.
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop {

// The table of a rank file, with the special tokens of the profile, and by bytes whatever the
// profile says of merging. ValueError, naming the line, for a line that is
// not of the form above, for bytes or an id that occur twice, for an id of 2^24 or more or one far
// beyond the number of lines, and for a file in which some single byte has no token (S18).
Table read_tiktoken(std::string_view file, const Profile& profile);

}  // namespace bpetite::interop
