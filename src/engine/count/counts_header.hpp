// The header of a counts file: by what the chunks were cut.
//
//   bpetite counts 1       the profile v1: its pattern, and the version of Unicode (S40b)
//   pattern '(?:[sdmt]|...
//   unicode 16.0.0
//
//   bpetite counts 2       any other: a normalizer and splits, as Schema v2 has them (S40h)
//   {"normalizer":"none","splits":[{...}]}
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/profile.hpp"

namespace bpetite::engine::count {

inline constexpr std::string_view first_line_1 = "bpetite counts 1\n";
inline constexpr std::string_view first_line_2 = "bpetite counts 2\n";

// The longest second line of format 2, in bytes.
inline constexpr std::size_t max_cutting = std::size_t{1} << 24;

// The header of what is counted under this profile: of format 1 if it cuts as v1 does. The other
// parts of the profile have no say. ValueError if its patterns are longer than that (S40h).
std::string counts_header(const Profile& profile);

// The normalizer and the splits in the second line of format 2, without its newline. ValueError if
// it is none, or not the one that counts_header writes; the message begins with `place`.
Profile profile_of_line(std::string_view line, const std::string& place);

// ValueError unless the header is the wanted one, which is that of `other`. `name` is the file's.
void check_header(std::string_view header, std::string_view name, std::string_view wanted,
                  std::string_view other);

}  // namespace bpetite::engine::count
