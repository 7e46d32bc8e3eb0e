// Declares the function that finds a scalar of each class that patterns distinguish.
//
//   {"[a-z]+|\\d"}     U+0000, "0" and "a"
#pragma once

#include <span>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::oracle {

// Throws PatternError for a pattern outside the language.
std::vector<char32_t> representatives(std::span<const Split> splits);

}  // namespace bpetite::oracle
