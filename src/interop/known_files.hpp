// Recognises public rank files, and GPT-2's two files, by their size and checksum, so that nobody
// has to name their profile (S52a).
//
//   1,681,126 bytes, CRC-32 b99e2e8d      cl100k_base.tiktoken, with the profile cl100k
#pragma once

#include <string_view>

#include "core/profile.hpp"

namespace bpetite::interop {

// The profile of a rank file, or nullptr if the file is not known.
const Profile* profile_of_ranks(std::string_view file);

// The profile of the two files of GPT-2, or nullptr if one of them is not known.
const Profile* profile_of_gpt2(std::string_view vocabulary, std::string_view merges);

}  // namespace bpetite::interop
