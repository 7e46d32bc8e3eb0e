// Computes CRC-32 with Boost.CRC, which only this file includes.
#include "core/crc32.hpp"

#include <boost/crc.hpp>

namespace bpetite {

void Crc32::add(std::string_view bytes) {
  boost::crc_32_type crc(remainder_);
  crc.process_bytes(bytes.data(), bytes.size());
  remainder_ = crc.get_interim_remainder();
}

std::uint32_t Crc32::value() const { return boost::crc_32_type(remainder_).checksum(); }

}  // namespace bpetite
