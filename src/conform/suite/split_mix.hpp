// The random number generator SplitMix64. It takes four lines in any language, and gives the same
// numbers in every language.
//
//   SplitMix64(0).next()    0xe220a8397b1dcdaf
#pragma once

#include <cstdint>

namespace bpetite::conform::suite {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace bpetite::conform::suite
