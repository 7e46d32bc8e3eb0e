// Hashes bytes with a secret seed, so that no input can be made for a hash.
//
// With a fixed hash, a text can be made whose chunks all have the same hash. A table that looks
// from place to place then takes time that grows with the square of the text. So each table draws a
// seed of its own. It also looks at a bounded number of places, since a seed may become known. No
// result depends on a hash, and equal hashes are never taken for equal bytes.
//
// Numbers are multiplied by secret odd numbers, and the highest bits of the product are used. For
// any two numbers, few such factors bring them to the same place (Dietzfelbinger et al.,
// "A reliable randomized algorithm for the closest-pair problem", 1997).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace bpetite {

// Two odd numbers.
struct HashSeed {
  std::uint64_t a;
  std::uint64_t b;
};

// Draws a seed from the system; each call gives another one.
HashSeed new_hash_seed();

// Both halves of a product of 128 bits, as one number.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = Product{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Hashes sixteen bytes or more, sixteen at a time, by a product of both halves with the seed. The
// last sixteen bytes may overlap those before them.
inline std::uint64_t hash_long_bytes(std::string_view bytes, const HashSeed& seed) {
  std::uint64_t hash = bytes.size() * seed.b;
  const auto read = [&](std::size_t at) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::memcpy(&low, bytes.data() + at, 8);
    std::memcpy(&high, bytes.data() + at + 8, 8);
    hash = folded_product(low ^ seed.a, high ^ hash ^ seed.b);
  };
  for (std::size_t at = 0; at + 16 < bytes.size(); at += 16) {
    read(at);
  }
  read(bytes.size() - 16);
  return hash;
}

// Hashes any number of bytes.
inline std::uint64_t hash_bytes(std::string_view bytes, const HashSeed& seed) {
  if (bytes.size() >= 16) return hash_long_bytes(bytes, seed);
  std::array<char, 16> padded{};
  std::memcpy(padded.data(), bytes.data(), bytes.size());
  return hash_long_bytes({padded.data(), padded.size()}, seed) ^ (bytes.size() + 1) * seed.a;
}

// The hash for tables of libraries.
struct BytesHash {
  using is_avalanching = void;  // all bits of the hash are good, for those of Boost
  HashSeed seed = new_hash_seed();
  std::size_t operator()(std::string_view bytes) const {
    return static_cast<std::size_t>(hash_bytes(bytes, seed));
  }
};

}  // namespace bpetite
