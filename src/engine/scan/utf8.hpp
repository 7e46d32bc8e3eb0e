// Checks whether a text is well-formed UTF-8, and finds the first byte at which no well-formed
// sequence begins (S1), on one thread or on several, which share blocks of it. are_ascii() says
// whether the next 32 bytes (ascii_run) are ASCII.
//
//   "ab\xFF"     first_ill_formed() gives 2
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/machine/level.hpp"

namespace bpetite::engine::scan {

// The offset of the first byte at which no well-formed sequence begins, or nullopt if there is
// none. props/engine/engine_encode.cpp compares it with utf8::first_ill_formed of src/core.
std::optional<std::size_t> first_ill_formed(std::string_view bytes,
                                            machine::Level level = machine::level());

// Cuts bytes into blocks of about `size` bytes, each to be checked by itself: the bytes are UTF-8
// if all blocks are. No block of UTF-8 begins inside a scalar.
//
//   "a\u20ACb" in blocks of 2 bytes     "a", "\u20AC", "b"
std::vector<std::string_view> scalar_blocks(std::string_view bytes, std::size_t size);

// Whether all of these are UTF-8, on at most `threads` threads.
bool are_well_formed(std::span<const std::string_view> texts, unsigned threads);

inline constexpr std::size_t ascii_run = 32;

// Whether the next `ascii_run` bytes are ASCII, for loops that skip runs of it.
inline bool are_ascii(const char* bytes) {
  std::array<std::uint64_t, ascii_run / 8> parts;
  std::memcpy(parts.data(), bytes, sizeof parts);
  return ((parts[0] | parts[1] | parts[2] | parts[3]) & 0x8080808080808080U) == 0;
}

}  // namespace bpetite::engine::scan
