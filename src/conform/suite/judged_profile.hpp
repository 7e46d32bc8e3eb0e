// The profile that the vectors are about, in one place.
#pragma once

#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::conform::suite {

// With the classes of a Unicode version.
Profile judged_profile(unicode::Version version = unicode::pinned);

// The text of its pattern.
std::string_view judged_pattern();

// The table of merges that were learned under it.
Table judged_table(std::vector<Pair> merges);

}  // namespace bpetite::conform::suite
