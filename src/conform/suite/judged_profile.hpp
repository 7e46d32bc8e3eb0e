// The profile that the vectors (test cases) of the suite test, which has GPT-2's pattern and one
// special token. Also gives the text of its pattern, makes tables with this profile, and says
// whether a text depends on the version of Unicode (drifts). Only this file of the kit chooses the
// profile.
//
//   judged_table({{97, 98}})     the tokens 0 to 255, the token 256 "ab", and <|endoftext|>
#pragma once

#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::conform::suite {

// The profile with the character classes of a Unicode version.
Profile judged_profile(unicode::Version version = unicode::pinned);

// The text of the profile's pattern.
std::string_view judged_pattern();

// A table of this profile with these merges.
Table judged_table(std::vector<Pair> merges);

// Whether a scalar of the text has another category in another version of Unicode. False for an
// ill-formed text.
bool drifts(std::string_view text);

}  // namespace bpetite::conform::suite
