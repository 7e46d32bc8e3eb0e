// Gives the profile that the vectors (test cases) of the suite test: v1, which has GPT-2's pattern
// and the special token <|endoftext|>, with the character classes of a Unicode version. Also gives
// the text of its pattern, and makes a table from it and a list of merges.
#include "conform/suite/judged_profile.hpp"

#include <utility>

#include "profiles/profiles.hpp"

namespace bpetite::conform::suite {

Profile judged_profile(unicode::Version version) {
  return with_version(profiles::by_default(), version);
}

std::string_view judged_pattern() { return profiles::by_default().splits.front().pattern.text; }

Table judged_table(std::vector<Pair> merges) {
  return trained_table(profiles::by_default(), std::move(merges));
}

}  // namespace bpetite::conform::suite
