// Computes the SHA-256 of bytes: of all at once (sha256_hex), or of bytes that come in parts
// (Sha256). In src, only sha256.cpp includes OpenSSL.
//
//   sha256_hex("abc")    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace bpetite::corpus {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void add(std::string_view bytes);
  // The digest of all bytes in lower-case hex. No bytes may be added after it.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace bpetite::corpus
