// Checks whether a text is well-formed UTF-8, and finds the first byte at which no well-formed
// sequence begins (S1). are_ascii() says whether the next 32 bytes (ascii_run) are ASCII.
//
//   "ab\xFF"     first_ill_formed() gives 2
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "engine/machine/level.hpp"

namespace bpetite::engine::scan {

// The offset of the first byte at which no well-formed sequence begins, or nullopt if there is
// none. props/engine/engine_encode.cpp compares it with utf8::first_ill_formed of src/core.
std::optional<std::size_t> first_ill_formed(std::string_view bytes,
                                            machine::Level level = machine::level());

inline constexpr std::size_t ascii_run = 32;

// Whether the next `ascii_run` bytes are ASCII, for loops that skip runs of it.
inline bool are_ascii(const char* bytes) {
  std::array<std::uint64_t, ascii_run / 8> parts;
  std::memcpy(parts.data(), bytes, sizeof parts);
  return ((parts[0] | parts[1] | parts[2] | parts[3]) & 0x8080808080808080U) == 0;
}

}  // namespace bpetite::engine::scan
