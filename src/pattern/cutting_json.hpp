// Writes and reads in JSON how a profile cuts texts: in artifacts of Schema v2 (S55b), and in the
// header of counts (S40h).
//
//   {"normalizer":"none","splits":[{"behaviour":"isolated","dialect":"tiktoken",
//                                   "pattern":"\\w+|\\W","unicode":"16.0.0"}]}
//
// splits_to_json() and splits_from_json() write and read the array of splits alone,
// cutting_to_json() and cutting_from_json() the object with the normalizer. require_pattern()
// refuses a text of a JSON file that is not a pattern.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/pointer.hpp"
#include "core/profile.hpp"

namespace bpetite::pattern {

// ValueError, with the pointer of the field, if the text that it gave is not a pattern (S25b).
void require_pattern(const Pattern& pattern, const json::Field& field);

// The array of the splits, in canonical form (S15).
std::string splits_to_json(std::span<const Split> splits);

// ValueError: it has another form, or a pattern is not in the language (S25b).
std::vector<Split> splits_from_json(const json::Field& list);

// The object above for a profile, in canonical form.
std::string cutting_to_json(const Profile& profile);

// A profile with this normalizer and these splits, and nothing else. ValueError: the text is not
// such an object. The message begins with `place`.
Profile cutting_from_json(std::string_view text, const std::string& place);

}  // namespace bpetite::pattern
