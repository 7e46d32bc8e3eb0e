// Computes the SHA-256 of bytes as lower-case hex, with OpenSSL's libcrypto, which uses the
// instructions that processors have for it.
//
//   Sha256 digest;
//   digest.add("a");
//   digest.add("bc");
//   digest.hex()    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
//
// These functions need nothing else of libcrypto, so 24 KB of its static library are linked. Those
// that OpenSSL 3 has in their place (EVP) need all of it, and a program that loads the shared
// library starts 3.5 ms later.
#include "corpus/sha256.hpp"

#define OPENSSL_API_COMPAT 0x10100000L  // without a warning that these functions are the older ones
#include <openssl/sha.h>

#include <array>

#include <fmt/format.h>

#include "core/assertion.hpp"

namespace bpetite::corpus {

struct Sha256::State {
  SHA256_CTX context{};

  State() { assert_internal(SHA256_Init(&context) == 1, "libcrypto has no SHA-256"); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) {
  assert_internal(SHA256_Update(&state_->context, bytes.data(), bytes.size()) == 1,
                  "libcrypto adds no bytes to a SHA-256");
}

std::string Sha256::hex() {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  assert_internal(SHA256_Final(digest.data(), &state_->context) == 1, "libcrypto ends no SHA-256");
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

}  // namespace bpetite::corpus
