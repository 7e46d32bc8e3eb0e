// ClassTable finds the class of a scalar: from its UTF-8 bytes (at), from its value (of), or from
// an ASCII byte (of_ascii). at() needs no branch for the size of a scalar of one to three bytes.
//
//   C3 A9 (é)     leads_[C3] = {3, 0, 2}     page 3 has U+00C0 to U+00FF; A9 is its place there
//
// A page has the classes of the 64 scalars that differ only in their last byte. Its number follows
// from the bytes before that: of three bytes, from both; of two, from the first; of one, from the
// bit 6. A scalar of four bytes is rare, and is decoded. The classes are those of minterms.hpp, or
// those of two tables at once (both), if there are not too many. props/engine/engine_compile.cpp
// compares the table with the sets of patterns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/compile/minterms.hpp"

namespace bpetite::engine::compile {

class ClassTable {
 public:
  explicit ClassTable(const Minterms& minterms);

  // The classes of two tables at once: two scalars are in one class if both tables have them in
  // one. Also gives the classes in both tables of each new class. Nothing if there are too many.
  using Pairs = std::vector<std::pair<std::uint8_t, std::uint8_t>>;
  static std::optional<std::pair<ClassTable, Pairs>> both(const ClassTable& a, const ClassTable& b);

  std::size_t size() const { return size_; }
  std::uint8_t of(char32_t scalar) const {
    return classes_[page_at_[scalar >> page_bits] + (scalar & last_bits)];
  }

  struct Found {
    std::uint8_t scalar_class;
    std::uint8_t size;  // in bytes
  };
  // The class of the well-formed scalar here. There must be two bytes to read.
  Found at(const unsigned char* p) const {
    const Lead lead = leads_[p[0]];
    std::uint32_t page = std::uint32_t{lead.page} + (p[1] & lead.second);
    if (lead.size == 4) [[unlikely]] {
      page = (p[0] & 7U) << 12 | (p[1] & 63U) << 6 | (p[2] & 63U);
    }
    return {classes_[page_at_[page] + (p[lead.size - 1] & last_bits)], lead.size};
  }
  std::uint8_t of_ascii(unsigned char byte) const { return ascii_[byte]; }

 private:
  static constexpr unsigned page_bits = 6;
  static constexpr std::uint32_t last_bits = 63;
  static constexpr std::size_t pages = 0x110000 >> page_bits;

  // What a first byte says.
  struct Lead {
    std::uint16_t page = 0;   // the number of the page, if the second byte is no part of it
    std::uint8_t second = 0;  // which bits of the second byte are added to it
    std::uint8_t size = 1;
  };

  ClassTable() { fill_leads(); }
  void fill_leads();
  void fill_ascii();

  std::size_t size_ = 0;
  std::array<std::uint8_t, 128> ascii_{};
  std::array<Lead, 256> leads_{};
  std::vector<std::uint32_t> page_at_;  // where each page begins in classes_
  std::vector<std::uint8_t> classes_;   // equal pages are kept once
};

}  // namespace bpetite::engine::compile
