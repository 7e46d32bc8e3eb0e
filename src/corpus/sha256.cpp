// Computes the SHA-256 of bytes as lower-case hex, with OpenSSL's libcrypto, which uses the
// instructions that processors have for it.
//
//   Sha256 digest;
//   digest.add("a");
//   digest.add("bc");
//   digest.hex()    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
#include "corpus/sha256.hpp"

#include <openssl/evp.h>

#include <array>

#include <fmt/format.h>

#include "core/assertion.hpp"

namespace bpetite::corpus {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();

  State() {
    assert_internal(context != nullptr && EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1,
                    "libcrypto has no SHA-256");
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) {
  assert_internal(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1,
                  "libcrypto adds no bytes to a SHA-256");
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  unsigned int size = 0;
  assert_internal(
      EVP_DigestFinal_ex(state_->context, digest.data(), &size) == 1 && size == digest.size(),
      "libcrypto ends no SHA-256");
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

}  // namespace bpetite::corpus
