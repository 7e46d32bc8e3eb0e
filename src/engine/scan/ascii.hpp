// Tells whether 32 bytes are ASCII, for loops that pass over runs of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace bpetite::engine::scan {

inline constexpr std::size_t ascii_run = 32;

inline bool are_ascii(const char* bytes) {
  std::array<std::uint64_t, ascii_run / 8> parts;
  std::memcpy(parts.data(), bytes, sizeof parts);
  return ((parts[0] | parts[1] | parts[2] | parts[3]) & 0x8080808080808080U) == 0;
}

}  // namespace bpetite::engine::scan
