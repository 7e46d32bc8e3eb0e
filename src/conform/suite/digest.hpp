// Declares sha256_hex, which computes the SHA-256 of bytes. In the kit, only digest.cpp includes
// OpenSSL.
//
//   sha256_hex("abc")    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
#pragma once

#include <string>
#include <string_view>

namespace bpetite::conform::suite {

// The digest in lower-case hex.
std::string sha256_hex(std::string_view bytes);

}  // namespace bpetite::conform::suite
