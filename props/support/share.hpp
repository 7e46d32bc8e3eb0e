// How much of its work a run is to do: BPETITE_CASES_PERCENT, or all of it where that is not set.
//
//   BPETITE_CASES_PERCENT=5     as under sanitizers: few_cases(), scaled(1000) = 50, stride() = 20
//   BPETITE_CASES_PERCENT=1000  ten times the cases
#pragma once

#include <cstddef>

namespace bpetite::test {

// From 1 to 100,000.
unsigned cases_percent();

bool few_cases();

// That share of a number of cases, at least one.
std::size_t scaled(std::size_t cases);

// Every how-manieth of a list is taken: 1 unless cases are to be few.
std::size_t stride();

// The same for lists whose items take longer or shorter than most: every n-th where cases are few.
std::size_t every(std::size_t n);

}  // namespace bpetite::test
