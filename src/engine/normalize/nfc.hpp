// Nfc brings texts to normalization form C, and copies only texts that change (S30).
//
//   "caf\u0065\u0301 x"      plain: c a f      looked at: e U+0301      plain: blank x
//
// Most scalars are plain: they do not change in form C, are not the last one of a composition, and
// are not marks. A text of plain scalars is in form C. So is a text whose marks are in order and
// join nothing. Everything else lies between two plain scalars, and only this is taken apart and
// put together. changed() gives the text in form C, changes() lists the groups of a text that
// change, and next_group() finds where the next group begins. nfc() gives the normalizer of a
// version of Unicode. Cost: a search for scalars that may not be plain, 64 bytes at a time, and
// some look-ups for each of them. Memory: tables of 180 KB for each version. props/normalize.cpp
// compares the forms with the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/normal_form/normal_form.hpp"
#include "engine/kernels/scalar_set.hpp"
#include "engine/machine/level.hpp"

namespace bpetite::engine::normalize {

class Nfc {
 public:
  explicit Nfc(unicode::FormVersion version);

  // The text in form C, or nullopt if it is so already. It must be well-formed UTF-8.
  std::optional<std::string> changed(std::string_view text,
                                     machine::Level level = machine::level()) const;

  // A group of the text (S28b) that changes in form C.
  struct Change {
    std::size_t begin;  // of the group, in bytes
    std::size_t end;
    std::string form;
  };
  std::vector<Change> changes(std::string_view text, machine::Level level = machine::level()) const;

  // Where the first group begins that is not before `from`; the end of the text if there is none.
  std::size_t next_group(std::string_view text, std::size_t from) const;

 private:
  static constexpr std::size_t page_size = 128;

  struct Marked {
    char32_t scalar;
    unsigned combining_class;
  };

  template <typename Take>
  class Parts;
  template <typename Take>
  void for_each_part(std::string_view text, machine::Level level, const Take& take) const;
  bool begins_group(char32_t scalar) const;
  std::uint8_t kind(char32_t scalar) const {
    return kinds_[page_of_[scalar / page_size] * page_size + scalar % page_size];
  }
  void set(char32_t scalar, std::uint8_t kind);
  void compose(std::string_view part, std::string& out) const;
  void take_apart(char32_t scalar, std::vector<Marked>& out) const;

  unicode::FormVersion version_;
  // The kind of a scalar: 0 if it is plain; its combining class if only the order of marks matters;
  // `may_join` if it may join the scalar before it; else `may_change`. Most pages are the first
  // one, in which all scalars are plain.
  std::vector<std::uint8_t> page_of_;
  std::vector<std::uint8_t> kinds_;
  std::vector<bool> joins_next_;  // whether a scalar, or what it decomposes to, may join the next
  kernels::ScalarSet not_plain_;
};

// The normalizer of a version. All of them are made at the first call.
const Nfc& nfc(unicode::FormVersion version);

}  // namespace bpetite::engine::normalize
