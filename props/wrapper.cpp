// Tests the wrapper that runs properties: it fails if a property fails or no case ran, runs as many
// cases as were asked for and shows their distribution, and the seed repeats the same failure.
//
// The last test, the canary, is a property that does not hold. It does not run unless it is named.
// CTest runs it and requires that it fails.
#include <string>

#include "support/property.hpp"

namespace bpetite::test {
namespace {

constexpr std::uint64_t seed = 7;

void numbers_are_below_fifty() {
  const int number = *rc::gen::inRange(0, 1000);
  RC_ASSERT(number < 50);
}

void nothing_is_worth_looking_at() {
  *rc::gen::inRange(0, 1000);
  RC_DISCARD("nothing is");
}

int calls = 0;

void every_call_is_counted() {
  ++calls;
  const bool even = *rc::gen::inRange(0, 2) == 0;
  RC_CLASSIFY(even, "even");
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("wrapper: a property that does not hold fails with its smallest counterexample") {
  const PropertyRun run = run_property("CANARY", "a, b", 1000, &numbers_are_below_fifty, seed);
  INFO(run.message);
  CHECK_FALSE(run.passed);
  CHECK(contains(run.message, "Falsifiable"));
  CHECK(contains(run.message, "50"));
  CHECK(contains(run.message, "BPETITE_SEED=7"));
  CHECK(contains(run.message, "CANARY: a\\, b"));
}

TEST_CASE("wrapper: a property that discards everything fails") {
  const PropertyRun run =
      run_property("CANARY", "discards", 1000, &nothing_is_worth_looking_at, seed);
  INFO(run.message);
  CHECK_FALSE(run.passed);
  CHECK(run.cases == 0);
}

TEST_CASE("wrapper: as many cases run as were asked for, and their distribution is shown") {
  calls = 0;
  const PropertyRun run = run_property("CANARY", "counts", 1000, &every_call_is_counted, seed);
  INFO(run.message);
  CHECK(run.passed);
  CHECK(run.cases == calls);
  CHECK(static_cast<unsigned>(calls) == (cases_percent() < 2 ? 20 : 10 * cases_percent()));
  CHECK(contains(run.message, "even"));
}

TEST_CASE("wrapper: the same seed repeats the counterexample, another draws other cases") {
  const auto run = [](std::uint64_t with) {
    return run_property("CANARY", "repeat", 1000, &numbers_are_below_fifty, with).message;
  };
  const std::string first = run(seed);
  CHECK(run(seed) == first);
  CHECK(run(seed + 1) != first);
}

TEST_CASE("CANARY: a property that does not hold", "[.canary]") {
  check_property("CANARY", "a property that does not hold", 1000, &numbers_are_below_fifty);
}

}  // namespace
}  // namespace bpetite::test
