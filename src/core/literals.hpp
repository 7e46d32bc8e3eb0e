// An automaton that finds literals in bytes (Literals; Aho and Corasick, "Efficient string
// matching", 1975). Its time for each byte does not depend on the number and length of the
// literals.
//
//   literals  abcd  bc      after "xabc"   the state abc: abcd may go on, and the bytes end with bc
//                           then "x"       start: no literal begins with abcx, bcx, cx or x
//
// A state stands for the longest end of the bytes so far with which a literal begins. After one
// more byte it is longer by that byte. If no literal begins so, the next shorter end is tried. A
// state gives the longest literal with which the bytes end, the state of the next shorter end, and
// the two longest literals that begin with its bytes. Cost: about two look-ups for each byte.
// Memory: about sixty bytes for each byte of the literals.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/hash.hpp"

namespace bpetite {

class Literals {
 public:
  using State = std::uint32_t;
  static constexpr State start = 0;
  // Stands for no literal, in place of the number of one.
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Literals are numbered in their order. Of equal ones only the first counts. Empty ones are
  // ignored.
  explicit Literals(std::span<const std::string_view> literals);

  State after(State state, unsigned char byte) const;

  // The longest literal with which the bytes end.
  std::uint32_t longest_end(State state) const { return nodes_[state].longest_end; }
  // The state of the next shorter end with which a literal begins.
  State shorter(State state) const { return nodes_[state].shorter; }
  // The two longest literals that begin with the bytes of the state, the longest first.
  const std::array<std::uint32_t, 2>& longest_with(State state) const {
    return nodes_[state].longest_with;
  }

 private:
  struct Node {
    State shorter = start;
    std::uint32_t longest_end = none;
    std::array<std::uint32_t, 2> longest_with = {none, none};
  };
  struct KeyHash {
    HashSeed seed;
    KeyHash() : seed(new_hash_seed()) {}
    std::size_t operator()(std::uint64_t key) const { return folded_product(key ^ seed.a, seed.b); }
  };
  static std::uint64_t key(State state, unsigned char byte) {
    return std::uint64_t{state} << 8 | byte;
  }
  State longer(State state, unsigned char byte);

  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, State, KeyHash> longer_;  // by state and byte
};

}  // namespace bpetite
