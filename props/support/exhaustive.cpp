// Decides the bounds of the exhaustive checks, prints, checks and records how many cases they ran,
// and counts the strings up to a length.
#include "support/exhaustive.hpp"

#include <iostream>

#include "support/property.hpp"

namespace bpetite::test {

bool full_bounds() {
#ifdef NDEBUG
  return cases_percent() >= 100;
#else
  return false;
#endif
}

void report_exhaustive(std::string_view clauses, std::string_view name, std::uint64_t cases,
                       std::uint64_t expected) {
  std::cout << "bounded exhaustive, " << name << ": " << cases << " cases, 0 failures\n";
  REQUIRE(cases == expected);
  record("exhaustive", clauses, name, cases);
}

std::uint64_t strings_up_to(std::uint64_t base, std::size_t longest) {
  std::uint64_t power = 1;
  std::uint64_t sum = 1;
  for (std::size_t i = 0; i < longest; ++i) {
    power *= base;
    sum += power;
  }
  return sum;
}

}  // namespace bpetite::test
