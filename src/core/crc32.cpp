// Computes CRC-32 eight bytes at a time: table k has the effect of a byte that k more bytes
// follow.
#include "core/crc32.hpp"

#include <array>
#include <cstddef>

namespace bpetite {
namespace {

using CrcTable = std::array<std::uint32_t, 256>;

constexpr std::array<CrcTable, 8> crc_tables = [] {
  std::array<CrcTable, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320U : 0U);
    }
    tables[0][byte] = value;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}();

}  // namespace

void Crc32::add(std::string_view bytes) {
  const auto at = [&bytes](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(bytes[i])};
  };
  std::uint32_t state = state_;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    state ^= at(0) | at(1) << 8 | at(2) << 16 | at(3) << 24;
    state = crc_tables[7][state & 0xFF] ^ crc_tables[6][state >> 8 & 0xFF] ^
            crc_tables[5][state >> 16 & 0xFF] ^ crc_tables[4][state >> 24] ^ crc_tables[3][at(4)] ^
            crc_tables[2][at(5)] ^ crc_tables[1][at(6)] ^ crc_tables[0][at(7)];
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    state = (state >> 8) ^ crc_tables[0][(state ^ at(i)) & 0xFF];
  }
  state_ = state;
}

}  // namespace bpetite
