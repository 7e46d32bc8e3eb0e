// Writes counts files (counts_file) and reads them (read_counts_file, CountsFile), as
// spec/12-counts.md says. ChunkCounts has how often each chunk of a corpus occurs, in the order of
// the bytes of the chunks.
//
//   {" ab", 2}, {"ab", 1}      a header, these two entries, and a checksum
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <bpetite/ids.hpp>

#include "core/profile.hpp"

namespace bpetite::reference {

// How often each chunk of a corpus occurs. The map keeps the chunks in the order of their bytes
// (S40d).
using ChunkCounts = std::map<std::string, Count>;

// The counts file of these counts, cut by this profile, without counts of 0. ValueError if all
// chunks together have 2^64 bytes or more (S40e).
std::string counts_file(const ChunkCounts& counts, const Profile& profile);

struct CountsFile {
  Profile profile;  // v1, or one that cuts as the file says
  ChunkCounts counts;
};

// The counts of a counts file. ValueError for any other bytes; it names the file and the byte
// (S40g).
CountsFile read_counts_file(std::string_view bytes, std::string_view name);

}  // namespace bpetite::reference
