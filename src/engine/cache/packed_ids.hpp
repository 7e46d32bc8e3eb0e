// Packs the ids of a chunk into 15 bytes, with two or three bytes for each id (IdWidth), and
// unpacks them.
//
//   {256, 97}, IdWidth::two       00 01 61 00         up to seven ids, where none is above 65,535
//   {256, 97}, IdWidth::three     00 01 00 61 00 00   up to five ids: an id has 24 bits (S16)
//
// ids_in_packed() gives the most ids that fit. pack() packs ids. unpack() unpacks all ids, and
// writes up to eight, the last of which may have no meaning. unpack_two() unpacks the first two.
// Vector instructions unpack by a Spread, a table that says which packed byte goes to which byte of
// the ids. spread_by_two and spread_by_three are these tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <bpetite/ids.hpp>

namespace bpetite::engine::cache {

enum class IdWidth : std::uint8_t { two = 2, three = 3 };

inline constexpr std::size_t packed_size = 15;

constexpr std::size_t ids_in_packed(IdWidth width) {
  return packed_size / static_cast<std::size_t>(width);
}

// The most ids that unpack() writes.
inline constexpr std::size_t unpacked = 8;

inline void pack(std::span<const TokenId> ids, IdWidth width, unsigned char* to) {
  if (width == IdWidth::two) {
    for (const TokenId id : ids) {
      const auto narrow = static_cast<std::uint16_t>(id);
      std::memcpy(to, &narrow, sizeof narrow);
      to += sizeof narrow;
    }
    return;
  }
  for (const TokenId id : ids) {
    std::memcpy(to, &id, 3);
    to += 3;
  }
}

// Reads 16 bytes, and writes eight ids of two bytes, or five of three. Only as many as were packed
// have a meaning.
inline void unpack(const unsigned char* from, IdWidth width, TokenId* out) {
  if (width == IdWidth::two) {
    std::array<std::uint16_t, unpacked> ids;
    std::memcpy(ids.data(), from, sizeof ids);
    for (std::size_t i = 0; i < unpacked; ++i) out[i] = ids[i];
    return;
  }
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::memcpy(&low, from, sizeof low);
  std::memcpy(&high, from + sizeof low, sizeof high);
  constexpr TokenId mask = 0xFFFFFF;
  out[0] = static_cast<TokenId>(low) & mask;
  out[1] = static_cast<TokenId>(low >> 24) & mask;
  out[2] = static_cast<TokenId>(low >> 48 | high << 16) & mask;
  out[3] = static_cast<TokenId>(high >> 8) & mask;
  out[4] = static_cast<TokenId>(high >> 32) & mask;
}

// The first two of them, without a branch.
inline void unpack_two(const unsigned char* from, IdWidth width, TokenId* out) {
  std::uint64_t low = 0;
  std::memcpy(&low, from, sizeof low);
  const unsigned bits = 8 * static_cast<unsigned>(width);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t both = (low & mask) | (low << (32 - bits) & mask << 32);
  std::memcpy(out, &both, sizeof both);
}

// Which byte of sixteen goes where, for instructions that move 32 bytes at once. 0x80: a zero.
using Spread = std::array<std::uint8_t, 4 * unpacked>;

constexpr Spread spread_of(IdWidth width) {
  Spread spread{};
  const auto bytes = static_cast<std::size_t>(width);
  for (std::size_t i = 0; i < unpacked; ++i) {
    for (std::size_t byte = 0; byte < 4; ++byte) {
      const std::size_t from = i * bytes + byte;
      spread[4 * i + byte] =
          byte < bytes && from < packed_size ? static_cast<std::uint8_t>(from) : 0x80;
    }
  }
  return spread;
}

inline constexpr Spread spread_by_two = spread_of(IdWidth::two);
inline constexpr Spread spread_by_three = spread_of(IdWidth::three);

}  // namespace bpetite::engine::cache
