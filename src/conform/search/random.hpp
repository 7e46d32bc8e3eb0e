// Random choices for generators of cases, made with SplitMix64 (Random). They are the same on every
// machine.
//
//   Random random(7);
//   random.next()              any number of 64 bits
//   random.below(10)           0 to 9
//   random.between(1, 6)       1 to 6
//   random.mostly_small(10)    0 to 9, small numbers more often
//   random.one_in(4)           true for one in four
//   random.pick(words)         one of them
#pragma once

#include <cstddef>
#include <cstdint>

#include "conform/suite/split_mix.hpp"

namespace bpetite::conform::search {

class Random {
 public:
  explicit Random(std::uint64_t seed) : numbers_(seed) {}

  std::uint64_t next() { return numbers_.next(); }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }
  // A number from `least` to `most`, both included.
  std::size_t between(std::size_t least, std::size_t most) {
    return least + below(most - least + 1);
  }
  // Gives small numbers more often than large ones.
  std::size_t mostly_small(std::size_t limit) { return below(below(limit) + 1); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <typename List>
  const auto& pick(const List& list) {
    return list[below(list.size())];
  }

 private:
  suite::SplitMix64 numbers_;
};

}  // namespace bpetite::conform::search
