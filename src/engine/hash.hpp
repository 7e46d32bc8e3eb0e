// A hash of bytes, eight at a time. Equal hashes are never taken for equal bytes.
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

inline std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    hash = mixed(hash, word);
    bytes.remove_prefix(8);
  }
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  return mixed(hash, word);
}

}  // namespace bpetite::engine
