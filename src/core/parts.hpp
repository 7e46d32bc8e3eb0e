// The checks of a text in parts, in one place, so that the reference and the engine report faults
// in the same way (S62i).
//
//   encode: parts[2]: no added token has the literal "<x>", required one of "<s>"
#pragma once

#include <cstddef>
#include <string>

#include <bpetite/motion.hpp>

#include "core/table.hpp"

namespace bpetite {

// How a message names a part: "encode: parts[2]".
std::string area_of_part(std::size_t number);

// The added token that a token part names. KeyError: there is none.
const SpecialToken& token_of(const TextPart& part, std::size_t number, const Table& table);

// ValueError: it is a template that is not empty, and the profile lets no text yield a special
// token.
void check_trust(const TextPart& part, std::size_t number, const Table& table);

}  // namespace bpetite
