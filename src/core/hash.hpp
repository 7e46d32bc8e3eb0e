// Hashes bytes with a secret seed, so that nobody can choose an input that makes a hash table slow
// (hash_bytes). HashSeed is a seed, and new_hash_seed draws one from the system. BytesHash is the
// function with a seed of its own, for the hash tables of libraries. The steps of hashing, such as
// folded_product and read_number, serve other hash tables of the project too.
//
//   boost::unordered_flat_set<std::string_view, BytesHash> seen;      // draws a seed of its own
//
// With a fixed hash, somebody can make a text whose chunks all have the same hash. The time of a
// hash table then grows with the square of the text. So each table draws a seed of its own. The
// tables of the engine also look at a bounded number of places, since a seed may become known. No
// result depends on a hash, and equal hashes are never taken for equal bytes.
//
// Numbers are multiplied by secret odd numbers, and the highest bits of the product are used. For
// any two numbers, few such factors bring them to the same place (Dietzfelbinger et al., "A
// reliable randomized algorithm for the closest-pair problem", 1997).
#pragma once

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

// The exclusive or of the two halves of a product of 128 bits.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = Product{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Reads a number of the type Number at `from`.
template <typename Number>
Number read_number(const char* from) {
  Number number = 0;
  std::memcpy(&number, from, sizeof number);
  return number;
}

// Hashes sixteen bytes or more, sixteen at a time, by a product of both halves with the seed. The
// last sixteen bytes may overlap those before them.
inline std::uint64_t hash_long_bytes(std::string_view bytes, const HashSeed& seed) {
  std::uint64_t hash = bytes.size() * seed.b;
  const auto read = [&](std::size_t at) {
    const auto low = read_number<std::uint64_t>(bytes.data() + at);
    const auto high = read_number<std::uint64_t>(bytes.data() + at + 8);
    hash = folded_product(low ^ seed.a, high ^ hash ^ seed.b);
  };
  for (std::size_t at = 0; at + 16 < bytes.size(); at += 16) {
    read(at);
  }
  read(bytes.size() - 16);
  return hash;
}

// Hashes any number of bytes. Fewer than sixteen are read as two numbers, which may overlap:
//
//   abcdef   abcd, cdef          abc   a, bc
inline std::uint64_t hash_bytes(std::string_view bytes, const HashSeed& seed) {
  const std::size_t size = bytes.size();
  if (size >= 16) return hash_long_bytes(bytes, seed);
  const char* const begin = bytes.data();
  const char* const end = begin + size;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  if (size >= 8) {
    low = read_number<std::uint64_t>(begin);
    high = read_number<std::uint64_t>(end - 8);
  } else if (size >= 4) {
    low = read_number<std::uint32_t>(begin);
    high = read_number<std::uint32_t>(end - 4);
  } else if (size >= 2) {
    low = read_number<std::uint8_t>(begin);
    high = read_number<std::uint16_t>(end - 2);
  } else if (size == 1) {
    low = read_number<std::uint8_t>(begin);
  }
  return folded_product(low ^ seed.a, high ^ size * seed.b) ^ (size + 1) * seed.a;
}

// A hash function for the hash tables of libraries.
struct BytesHash {
  using is_avalanching = void;  // for Boost's tables: all bits of the hash are good
  HashSeed seed = new_hash_seed();
  std::size_t operator()(std::string_view bytes) const {
    return static_cast<std::size_t>(hash_bytes(bytes, seed));
  }
};

}  // namespace bpetite
