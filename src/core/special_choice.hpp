// The errors of special tokens, in one place, so that the reference and the engine report them in
// the same way (S27): the profile does not let the caller allow special tokens, an allowed literal
// is unknown, or a text has a special token that is not allowed.
//
//   encode: byte 5: the special token "<|endoftext|>" stands in the text: allow it, or ...
#pragma once

#include <cstddef>
#include <string_view>

#include <bpetite/special.hpp>

#include "core/table.hpp"

namespace bpetite {

// S27d. ValueError: the caller allows special tokens, but the rule of the profile does not let it.
// KeyError: one of the literals is not that of a special token of the table.
void check_choice(const SpecialChoice& choice, const Table& table);

// S27a, S27b: throws the error for a special token that is not allowed, and whose literal begins at
// this byte of a text.
[[noreturn]] void throw_not_allowed(std::size_t offset, std::string_view literal);

}  // namespace bpetite
