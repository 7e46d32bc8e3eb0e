// Says how many of their cases the tests run, by the environment variable BPETITE_CASES_PERCENT. A
// value that does not begin with a number counts as 100.
#include "support/share.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace bpetite::test {

unsigned cases_percent() {
  const char* text = std::getenv("BPETITE_CASES_PERCENT");
  const std::string_view word = text == nullptr ? "" : text;
  unsigned percent = 100;
  std::from_chars(word.data(), word.data() + word.size(), percent);
  return std::clamp(percent, 1U, 100000U);
}

bool few_cases() { return cases_percent() < 100; }

std::size_t scaled(std::size_t cases) {
  return std::max<std::size_t>(1, cases * cases_percent() / 100);
}

std::size_t stride() { return few_cases() ? 100 / cases_percent() : 1; }

std::size_t every(std::size_t n) { return few_cases() ? n : 1; }

}  // namespace bpetite::test
