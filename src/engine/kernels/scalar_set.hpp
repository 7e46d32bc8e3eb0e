// ScalarSet is a set of scalars beyond ASCII, as far as the first three bytes of each can say. It
// is searched for in 64 bytes of a text at once (find_in_set.inl). add() adds a scalar, as a member
// of one of eight classes.
//
//   class 1 has U+3099 (E3 82 99) and U+309A (E3 82 9A)
//   first[E3] has 1     second[82] has 1     third[99] and third[9A] have 1
//   U+309B (E3 82 9B): the third byte has another class, so it is not in the set
//
// A scalar may be in the set if its first three bytes have a class in common. This holds for each
// scalar that was added, and also for some that were not. A scalar of two bytes may be in the set
// whatever comes after it. Which class a scalar has matters only for speed. SetPlaces is the result
// of a search: a block, and a bit for each of its bytes. set_block and set_reads are the size of a
// block, and how many bytes a search of it reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/utf8.hpp"

namespace bpetite::engine::kernels {

struct ScalarSet {
  static constexpr unsigned classes = 8;

  // Adds a scalar beyond ASCII.
  void add(char32_t scalar, unsigned which) {
    std::string bytes;
    utf8::append(bytes, scalar);
    const auto bit = static_cast<std::uint8_t>(1U << which);
    const auto put = [bit](std::array<std::uint8_t, 64>& table, char byte) {
      std::uint8_t& entry = table[static_cast<unsigned char>(byte) & 0x3FU];
      entry = static_cast<std::uint8_t>(entry | bit);
    };
    put(first, bytes[0]);
    put(second, bytes[1]);
    if (bytes.size() > 2) {
      put(third, bytes[2]);
    } else {
      for (std::uint8_t& entry : third) entry = static_cast<std::uint8_t>(entry | bit);
    }
  }

  // By the lowest six bits. Only bytes from C0 on are first ones.
  alignas(64) std::array<std::uint8_t, 64> first{};
  alignas(64) std::array<std::uint8_t, 64> second{};
  alignas(64) std::array<std::uint8_t, 64> third{};
};

// Places of a text where a scalar begins that may be in a set: a bit for each byte of a block.
struct SetPlaces {
  const char* block;
  std::uint64_t bits;
};

inline constexpr std::size_t set_block = 64;
inline constexpr std::size_t set_reads = set_block + 2;  // bytes for a block, with those behind it

}  // namespace bpetite::engine::kernels
