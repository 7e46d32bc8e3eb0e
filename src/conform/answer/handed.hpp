// The table of a vocabulary that is handed over with its profile (S74a).
#pragma once

#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::conform::answer {

// `form` is one of small::form_names. A rank file has neither a pattern nor special tokens:
// these are those of the profile, and `specials`. KeyError: there is no such profile. ValueError:
// there is no such form, or the file is faulty.
Table read_handed(std::string_view file, std::string_view form, std::string_view profile,
                  const std::vector<SpecialToken>& specials);

}  // namespace bpetite::conform::answer
