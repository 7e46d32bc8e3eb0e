// Declares properties (`PROPERTY`), which must hold for random inputs, and tests (`CLAUSE_TEST`).
// Each names the clause of the specification that it checks. `check_property` and `run_property`
// run a property.
//
//   PROPERTY("FR-10b", "a tie goes to the smallest pair") {
//     const PairCounts counts = *pair_counts_with_ties();
//     RC_ASSERT(...);
//     RC_CLASSIFY(tied > 1, "tied");
//   }
//
//   CLAUSE_TEST("FR-17", "the empty text has no ids") { REQUIRE(encode("", table).empty()); }
//
// A property runs 1,000 cases, or more with `PROPERTY_CASES`. It fails if one case fails, and also
// if fewer succeed because cases were discarded. A failure prints the seed (`process_seed`). This
// command repeats the same run:
//
//   BPETITE_SEED=7 build/release/props/bpetite_props "FR-10b: a tie goes to the smallest pair"
//
// BPETITE_CASES_PERCENT scales the number of cases; runs under sanitizers use fewer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <rapidcheck.h>

#include "support/catch.hpp"
#include "support/share.hpp"
#include "support/trace.hpp"

namespace bpetite::test {

// The result of running a property.
struct PropertyRun {
  bool passed = false;
  int cases = 0;        // how many succeeded
  std::string message;  // the distribution, or the counterexample and the command to repeat it
};

// The seed of this run of the program: BPETITE_SEED, or a random number if that is "random". If it
// is not set, the seed is always the same.
std::uint64_t process_seed();

// Runs `property` over `cases` random cases (scaled by BPETITE_CASES_PERCENT, at least 20).
PropertyRun run_property(std::string_view clauses, std::string_view description, int cases,
                         void (*property)(), std::uint64_t seed);

// Runs the property with the seed of the process, and reports to Catch2 and to the trace.
void check_property(std::string_view clauses, std::string_view description, int cases,
                    void (*property)());

}  // namespace bpetite::test

// The names use __COUNTER__ instead of __LINE__, since several files may be compiled as one.
#define BPETITE_JOIN2(a, b) a##b
#define BPETITE_JOIN(a, b) BPETITE_JOIN2(a, b)

#define BPETITE_PROPERTY(function, clauses, description, cases)             \
  static void function();                                                   \
  TEST_CASE(clauses ": " description, "[property]") {                       \
    static_assert((cases) >= 1000, "a property runs at least 1,000 cases"); \
    bpetite::test::check_property(clauses, description, cases, &function);  \
  }                                                                         \
  static void function()

#define PROPERTY_CASES(clauses, description, cases) \
  BPETITE_PROPERTY(BPETITE_JOIN(property_, __COUNTER__), clauses, description, cases)

#define PROPERTY(clauses, description) PROPERTY_CASES(clauses, description, 1000)

#define BPETITE_CLAUSE_TEST(function, clauses, description) \
  static void function();                                   \
  TEST_CASE(clauses ": " description, "[test]") {           \
    function();                                             \
    bpetite::test::record("test", clauses, description, 1); \
  }                                                         \
  static void function()

#define CLAUSE_TEST(clauses, description) \
  BPETITE_CLAUSE_TEST(BPETITE_JOIN(clause_test_, __COUNTER__), clauses, description)
