// The masks of ASCII from a table, eight bytes at a time.
//
//   entry of 'a' = 1 in lane 0 (letters)        entry of '7' = 1 in lane 1 (numbers)
//
// A lane is a byte of a 64-bit word. Shifting the word by one and adding the entry of the byte
// before collects eight bits of all eight masks at once.
#include <array>

#include "engine/blocks.hpp"

namespace bpetite::engine {
namespace {

constexpr std::uint64_t lanes_of(unsigned byte) {
  const auto lane = [](unsigned number, bool set) {
    return set ? std::uint64_t{1} << (8 * number) : std::uint64_t{0};
  };
  const unsigned lower = byte | 0x20U;
  return lane(0, byte < 0x80 && lower >= 'a' && lower <= 'z') |
         lane(1, byte >= '0' && byte <= '9') | lane(2, byte == ' ' || (byte >= 9 && byte <= 13)) |
         lane(3, byte == ' ') | lane(4, byte == '\n' || byte == '\r') | lane(5, byte == '\'') |
         lane(6, byte >= 0x80) | lane(7, byte >= 0x80 && byte < 0xC0);
}

constexpr std::array<std::uint64_t, 256> lane_table = [] {
  std::array<std::uint64_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    table[byte] = lanes_of(byte);
  }
  return table;
}();

}  // namespace

AsciiMasks ascii_portable(const unsigned char* bytes) {
  AsciiMasks masks;
  for (unsigned begin = 0; begin < block_size; begin += 8) {
    std::uint64_t lanes = 0;
    for (unsigned i = 8; i-- > 0;) {
      lanes = (lanes << 1) | lane_table[bytes[begin + i]];
    }
    const auto lane = [&](unsigned number) { return ((lanes >> (8 * number)) & 0xFF) << begin; };
    masks.letters |= lane(0);
    masks.numbers |= lane(1);
    masks.spaces |= lane(2);
    masks.blanks |= lane(3);
    masks.breaks |= lane(4);
    masks.apostrophes |= lane(5);
    masks.high |= lane(6);
    masks.trailing |= lane(7);
  }
  return masks;
}

}  // namespace bpetite::engine
