// Brings a text to the form that its profile asks for (normalize, spec/15-normalization.md), and
// cuts a text into groups whose forms, joined, are the form of the text (groups).
//
//   "e\u0301x"      form  "éx"      groups  "e\u0301", "x"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::reference {

// S30a. The text must be well-formed UTF-8.
std::string normalize(std::string_view text, Normalizer normalizer);

// The groups of a text, in order (S28b): the form of the text is their forms, joined. Without a
// normalizer the text is one group.
std::vector<std::string_view> groups(std::string_view text, Normalizer normalizer);

}  // namespace bpetite::reference
