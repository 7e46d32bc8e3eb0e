// A hash of long chunks, sixteen bytes at a time. Equal hashes are never taken for equal bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace bpetite::engine {

// Multipliers that are odd and have no pattern in their bits: the highest bits of a product depend
// on all bits of what is multiplied.
inline constexpr std::uint64_t hash_factor_1 = 0x9E3779B97F4A7C15U;
inline constexpr std::uint64_t hash_factor_2 = 0xD6E8FEB86659FD93U;

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = (a ^ hash_factor_1) * hash_factor_2;
  hash ^= hash >> 32;
  hash = (hash + b) * hash_factor_2;
  return hash ^ hash >> 32;
}

// Of sixteen bytes or more. Two words go on side by side, and the last sixteen bytes are read where
// they are, over some that were read before.
inline std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t a = bytes.size();
  std::uint64_t b = 0;
  const auto read = [&](std::size_t at) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::memcpy(&low, bytes.data() + at, 8);
    std::memcpy(&high, bytes.data() + at + 8, 8);
    a = (a ^ low) * hash_factor_1;
    b = (b ^ high) * hash_factor_2;
    a ^= a >> 32;
    b ^= b >> 32;
  };
  for (std::size_t at = 0; at + 16 < bytes.size(); at += 16) {
    read(at);
  }
  read(bytes.size() - 16);
  return mixed(a, b);
}

}  // namespace bpetite::engine
