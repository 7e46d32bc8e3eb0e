// Minterms divides all scalars into classes: two scalars are in one class if no set of a pattern
// distinguishes them (these classes are known as minterms).
//
//   sets {a..z} {s}      classes 0: what is in neither, 1: a..r t..z, 2: s
//
// It gives the class of a scalar (of), the first scalar of a class (member), and the classes of a
// set (classes_of, as a ClassSet). page() gives pages of 256 scalars with the same classes the same
// number. There are at most 254 classes: sets that need more are a PatternError.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pattern/scalar_set.hpp"

namespace bpetite::engine::compile {

inline constexpr std::size_t max_classes = 254;

// A set of classes. The bit behind the last class means the end of the text.
using ClassSet = std::bitset<max_classes + 1>;

class Minterms {
 public:
  // Throws PatternError if the sets need more than max_classes classes (S25i).
  explicit Minterms(std::span<const pattern::ScalarSet> sets);

  std::size_t size() const { return size_; }
  // The first scalar of a class.
  char32_t member(std::size_t scalar_class) const { return member_[scalar_class]; }
  std::uint8_t of(char32_t scalar) const {
    return pages_[std::size_t{page_of_[scalar >> page_bits]} << page_bits |
                  (scalar & (page_size - 1))];
  }
  // The number of the page that a scalar is in, of 2^page_bits scalars each. Pages with the same
  // classes have the same number.
  static constexpr unsigned page_bits = 8;
  std::size_t page(char32_t scalar) const { return page_of_[scalar >> page_bits]; }

  // The classes whose scalars are all in the set, which must be one of those given before.
  ClassSet classes_of(const pattern::ScalarSet& set) const;

 private:
  static constexpr std::size_t page_size = std::size_t{1} << page_bits;

  std::size_t size_ = 0;
  std::vector<char32_t> member_;
  std::vector<std::uint16_t> page_of_;
  std::vector<std::uint8_t> pages_;  // equal pages are kept once
};

}  // namespace bpetite::engine::compile
