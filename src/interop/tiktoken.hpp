// Reads rank files: the `.tiktoken` form of public vocabularies (S19c).
//
//   IQ== 0          the byte "!" is token 0
//   Ig== 1          one line for each token: its bytes in base64, a space, its id
//
// Such a file has no merges. Neighbours are merged by the rank of their joined bytes (S19b), so
// the table has Merging::bytes. The pattern and the special tokens come from a profile.
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop {

// The table of a rank file with the special tokens of the profile. It always merges by bytes,
// whatever the profile says.
// ValueError, which names the line: a line does not have the form above; bytes or an id occur
// twice; an id is 2^24 or more, or far above the number of lines; a single byte has no token (S18).
Table read_tiktoken(std::string_view file, const Profile& profile);

}  // namespace bpetite::interop
