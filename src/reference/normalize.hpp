// Brings a text to the form that its profile asks for (spec/15-normalization.md).
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
