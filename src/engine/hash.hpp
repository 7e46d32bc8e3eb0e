// A hash of long chunks, sixteen bytes at a time. Equal hashes are never taken for equal bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace bpetite::engine {

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = (a ^ 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
  hash ^= hash >> 32;
  hash = (hash + b) * 0xD6E8FEB86659FD93U;
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
    a = (a ^ low) * 0x9E3779B97F4A7C15U;
    b = (b ^ high) * 0xD6E8FEB86659FD93U;
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
