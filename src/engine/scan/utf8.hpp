// Checks whether a text is well-formed UTF-8 (S1).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/machine/level.hpp"

namespace bpetite::engine::scan {

// The offset of the first byte at which no well-formed sequence begins; nothing if there is none.
// As utf8::first_ill_formed of src/core, which props/engine/engine_encode.cpp holds it against.
std::optional<std::size_t> first_ill_formed(std::string_view bytes,
                                            machine::Level level = machine::level());

}  // namespace bpetite::engine::scan
