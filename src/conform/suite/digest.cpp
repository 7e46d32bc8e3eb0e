// Computes the SHA-256 of bytes as lower-case hex, with one call of OpenSSL's libcrypto.
#include "conform/suite/digest.hpp"

#include <openssl/evp.h>

#include <array>

#include "conform/suite/protocol.hpp"
#include "core/assertion.hpp"

namespace bpetite::conform::suite {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned int size = 0;
  const bool done =
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) == 1;
  assert_internal(done && size == digest.size(), "libcrypto has no SHA-256");
  return to_hex(std::string(digest.begin(), digest.end()));
}

}  // namespace bpetite::conform::suite
