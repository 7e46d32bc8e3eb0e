// Puts files of gzip (RFC 1952) and zstd (RFC 8878) together, byte by byte.
#include "support/texts/compressed.hpp"

#include "core/crc32.hpp"
#include "support/examples/fields.hpp"

namespace bpetite::test {
namespace {

std::string little_endian(std::uint64_t number, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
  return bytes;
}

}  // namespace

std::string theses_by_gzip() {
  return bytes_of_hex(
      "1f8b08000000000002032bc9485528c948cd4d55c84f033140b838b358018840bc7c2051a4909f976a0de2e681"
      "c58a528b4b9055a71603008705d36945000000");
}

std::string theses_by_zstd() {
  return bytes_of_hex(
      "28b52ffd04686501002243080be06d773b8cbc0dd440c602d75f8df549f509a5a2d52fd6e7094f8e51ecd467fd"
      "02008b8a3f90cd2f48671527");
}

std::string gzip_member(std::string_view content) {
  Crc32 crc;
  crc.add(content);
  std::string member("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11);
  member += little_endian(content.size(), 2) + little_endian(~content.size(), 2);
  member += content;
  return member + little_endian(crc.value(), 4) + little_endian(content.size(), 4);
}

std::string zstd_frame(std::string_view content) {
  return zstd_header(17) + zstd_block(ZstdBlock::raw, content.size(), true) + std::string(content);
}

std::string zstd_skipped(unsigned first, std::string_view bytes) {
  return little_endian(first, 1) + "\x2a\x4d\x18" + little_endian(bytes.size(), 4) +
         std::string(bytes);
}

std::string zstd_header(unsigned window_log) {
  return std::string("\x28\xb5\x2f\xfd\0", 5) + little_endian((window_log - 10) << 3, 1);
}

std::string zstd_block(ZstdBlock kind, std::size_t size, bool last) {
  return little_endian(size << 3 | static_cast<unsigned>(kind) << 1 | (last ? 1U : 0U), 3);
}

std::string zstd_repeated(std::uint64_t size) {
  constexpr std::uint64_t largest_block = std::uint64_t{1} << 17;
  std::string file = zstd_header(17);
  for (std::uint64_t at = 0; at < size; at += largest_block) {
    file += zstd_block(ZstdBlock::repeated, largest_block, false) + "a";
  }
  return file + zstd_block(ZstdBlock::raw, 0, true);
}

}  // namespace bpetite::test
