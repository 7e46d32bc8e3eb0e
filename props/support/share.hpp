// Says how many of their cases the tests run. The environment variable BPETITE_CASES_PERCENT sets
// it; the default is 100. `scaled` is for random cases, `stride` and `every` for lists.
//
//   BPETITE_CASES_PERCENT=5     few_cases() is true, scaled(1000) = 50, stride() = 20
//                               every(3) = 3
//   BPETITE_CASES_PERCENT=1000  few_cases() is false, scaled(1000) = 10000, stride() = 1
//                               every(3) = 1
//
// Runs under sanitizers use few cases, and nightly runs use more than 100 percent.
#pragma once

#include <cstddef>

namespace bpetite::test {

// The value of BPETITE_CASES_PERCENT, from 1 to 100,000.
unsigned cases_percent();

// Whether it is below 100.
bool few_cases();

// That percentage of a number of cases, but at least one.
std::size_t scaled(std::size_t cases);

// A test takes each stride()-th item of a list: each one, unless few cases are to run.
std::size_t stride();

// The same with a stride of its own, for lists whose items take a longer or shorter time than most:
// n if few cases are to run, else 1.
std::size_t every(std::size_t n);

}  // namespace bpetite::test
