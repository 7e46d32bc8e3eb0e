// Bounded exhaustive checks, in place of the contract's model checker (spec/09-laws.md,
// KANI-TOK-001): not samples, but every case up to a bound.
//
//   exhaustive_pass.cpp      one merge pass over all strings up to 16
//   exhaustive_tables.cpp    all small tables with all strings up to 13
//   exhaustive.cpp           all single scalars, all byte pairs
//
// The full bounds hold in an optimised build; in others, and with BPETITE_CASES_PERCENT below 100,
// they are smaller, and the printed count says so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bpetite::test {

bool full_bounds();

// Prints and records the count, and requires it to be the one worked out on paper.
void report_exhaustive(std::string_view clauses, std::string_view name, std::uint64_t cases,
                       std::uint64_t expected);

// 1 + base + base^2 + ... + base^longest: how many strings there are of up to that length.
std::uint64_t strings_up_to(std::uint64_t base, std::size_t longest);

// Counts through all strings of one length over the first `base` symbols, like the wheels of a
// mileage counter. next() says which place is the first that changed, or nothing after the last.
template <std::size_t capacity>
class Wheels {
 public:
  Wheels(unsigned base, std::size_t length) : base_(base), length_(length) {}

  unsigned operator[](std::size_t place) const { return digits_[place]; }

  std::optional<std::size_t> next() {
    for (std::size_t place = length_; place-- > 0;) {
      if (++digits_[place] < base_) {
        return place;
      }
      digits_[place] = 0;
    }
    return std::nullopt;
  }

 private:
  unsigned base_;
  std::size_t length_;
  std::array<unsigned, capacity> digits_{};
};

}  // namespace bpetite::test
