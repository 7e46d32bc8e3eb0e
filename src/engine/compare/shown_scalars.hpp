// A scalar of each class, for texts that are shown.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "engine/compile/minterms.hpp"

namespace bpetite::engine::compare {

// Each class with one that can be read if it has one, those first.
std::vector<std::pair<std::size_t, char32_t>> shown_scalars(const compile::Minterms& classes);

}  // namespace bpetite::engine::compare
