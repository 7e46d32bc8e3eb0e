// Changes of patterns that ports make: the \s of JavaScript, contractions in ASCII case.
//
//   for (const ChangedPattern& it : changed_patterns(splits)) ...
//                        "white space of JavaScript", the splits, and {spaces}
//
// A language brings its own white space and its own case, so these changes come together, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::conform::identify {

// What a text must have, so that a change of a pattern may cut it otherwise.
struct Subjects {
  bool spaces = false;        // white space that engines disagree on
  bool contractions = false;  // an apostrophe
  bool look_ahead = false;    // two characters of white space side by side
  bool digits = false;        // two numbers side by side
};

// What a well-formed text has.
Subjects subjects_of(std::string_view text);

struct ChangedPattern {
  std::string says;  // "white space of JavaScript and contractions in any case of ASCII"
  Subjects subjects;
  std::vector<Split> splits;

  // Whether the change may matter to a text that has these.
  bool may_matter(const Subjects& has) const;
};

// The patterns with each change that they can have, and with two that one language brings. No two
// are equal, and none is equal to `splits`.
std::vector<ChangedPattern> changed_patterns(const std::vector<Split>& splits);

}  // namespace bpetite::conform::identify
