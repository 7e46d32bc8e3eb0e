// Counts the cases of text in motion that tests compared, by their kind and by the profile of the
// table (count_case). tools/verify/motion prints the counts.
//
//   count_case("stream", profiles::cl100k())      stream <TAB> cl100k <TAB> 10000
//
// When the program ends, the counts are appended to the file that the environment variable
// BPETITE_TALLY names. If it is not set, nothing is counted. Each pattern of a profile with the
// name "generated" is a line too, once for each kind:
//
//   stream <TAB> generated: \p{L}+|\s <TAB> 0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/profile.hpp"

namespace bpetite::test {

void count_case(std::string_view kind, const Profile& profile, std::size_t cases = 1);

}  // namespace bpetite::test
