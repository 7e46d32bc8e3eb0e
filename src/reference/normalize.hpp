// Brings a text to the form that its profile asks for (spec/15-normalization.md).
#pragma once

#include <string>
#include <string_view>

#include "core/profile.hpp"

namespace bpetite::reference {

// S30a. The text must be well-formed UTF-8.
std::string normalize(std::string_view text, Normalizer normalizer);

}  // namespace bpetite::reference
