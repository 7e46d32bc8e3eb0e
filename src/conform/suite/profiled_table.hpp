// The vocabulary of a vector (test case) whose artifact is given by its profile: the profile, its
// merges, and its added tokens (names_profile, profiled_table). Vectors about text in motion have
// such artifacts, because some results need the pattern or the normalizer of a profile.
//
//   {"profile":"o200k","merges":[[178,65]],"added":[{"literal":"<s>","id":300,"rstrip":true}]}
//
// Profiles have no added tokens here but those that are listed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conform/suite/placed_json.hpp"
#include "core/json.hpp"
#include "core/table.hpp"

namespace bpetite::conform::suite {

// The profile that an artifact names, or nullopt if it is an artifact of another form.
std::optional<std::string> profile_in(const json::Value& artifact);

// The table of an artifact with a profile.
Table profiled_table(const json::Value& artifact);

// Throws SuiteError if such an artifact has a member that it cannot have.
void check_profiled(const PlacedJson& artifact);

}  // namespace bpetite::conform::suite
