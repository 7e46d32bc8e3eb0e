// Computes CRC-32 of bytes that come in any number of pieces (Crc32): the checksum of zlib, gzip
// and PNG (ISO 3309: reflected, polynomial 0xEDB88320).
//
//   Crc32 crc;
//   crc.add("1234");
//   crc.add("56789");
//   crc.value()          0xCBF43926
#pragma once

#include <cstdint>
#include <string_view>

namespace bpetite {

class Crc32 {
 public:
  void add(std::string_view bytes);
  // The checksum of all bytes so far; 0 if there are none.
  std::uint32_t value() const;

 private:
  std::uint32_t remainder_ = 0xFFFFFFFF;
};

}  // namespace bpetite
