// Helpers for the exhaustive checks, which run every case up to a bound instead of random samples:
// whether to use the full bounds, a report of the number of cases, the number of strings up to a
// length, and a counter through all strings of one length. The checks replace the model checker
// that KANI-TOK-001 asks for (spec/09-laws.md).
//
//   one merge pass over all strings up to 16
//   all small tables with all strings up to 13
//   all single scalars, all byte pairs
//
// An optimised build runs up to the full bounds. Other builds, and builds with
// BPETITE_CASES_PERCENT below 100, use smaller bounds. The printed count shows which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bpetite::test {

bool full_bounds();

// Prints and records the number of cases, and requires that it equals the number that the author
// calculated.
void report_exhaustive(std::string_view clauses, std::string_view name, std::uint64_t cases,
                       std::uint64_t expected);

// 1 + base + base^2 + ... + base^longest: the number of strings with at most `longest` symbols.
std::uint64_t strings_up_to(std::uint64_t base, std::size_t longest);

// Counts through all strings of one length over the first `base` symbols: 00, 01, 10, 11. next()
// moves to the next string and returns the first place that changed, or nullopt after the last.
template <std::size_t capacity>
class StringCounter {
 public:
  StringCounter(unsigned base, std::size_t length) : base_(base), length_(length) {}

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
