// Faults of special tokens, in one place, so that the reference and the engine say the same (S27).
#pragma once

#include <cstddef>
#include <string_view>

#include <bpetite/special.hpp>

#include "core/table.hpp"

namespace bpetite {

// S27d. ValueError if something is allowed and the rule of the profile has nothing to allow;
// KeyError if a literal is that of no special token of the table.
void check_choice(const SpecialChoice& choice, const Table& table);

// S27a, S27b: the literal of a special token that is not allowed begins at this byte of a text.
[[noreturn]] void throw_not_allowed(std::size_t offset, std::string_view literal);

}  // namespace bpetite
