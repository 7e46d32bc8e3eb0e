// Running a property so that it cannot pass without having run (pitfalls of RapidCheck).
#include "support/property.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>

namespace bpetite::test {
namespace {

// One seed for the process: BPETITE_SEED, else the fixed one; "random" draws one.
std::uint64_t process_seed() {
  static const std::uint64_t seed = [] {
    const char* text = std::getenv("BPETITE_SEED");
    if (text == nullptr || *text == '\0') {
      return std::uint64_t{20260407};
    }
    if (std::string_view(text) == "random") {
      std::random_device device;
      return (std::uint64_t{device()} << 32) | device();
    }
    return std::uint64_t{std::strtoull(text, nullptr, 10)};
  }();
  return seed;
}

// FNV-1a, so that each property has a seed of its own that depends on nothing but its name.
std::uint64_t seed_of(std::string_view name) {
  std::uint64_t hash = 14695981039346656037U ^ process_seed();
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return hash;
}

}  // namespace

unsigned cases_percent() {
  const char* text = std::getenv("BPETITE_CASES_PERCENT");
  const unsigned long percent = text == nullptr ? 100 : std::strtoul(text, nullptr, 10);
  return static_cast<unsigned>(std::clamp(percent, 1UL, 100000UL));
}

PropertyRun run_property(std::string_view clauses, std::string_view description, int cases,
                         void (*property)()) {
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(clauses) + ": " + std::string(description);
  metadata.description = metadata.id;

  rc::detail::TestParams params;
  params.seed = seed_of(metadata.id);
  params.maxSuccess = std::max(20, static_cast<int>(std::int64_t{cases} * cases_percent() / 100));
  const auto result = rc::detail::checkTestable(property, metadata, params);

  PropertyRun run;
  std::ostringstream message;
  if (result.template is<rc::detail::SuccessResult>()) {
    run.cases = result.template get<rc::detail::SuccessResult>().numSuccess;
    run.passed = run.cases == params.maxSuccess;
  }
  rc::detail::printResultMessage(result, message);
  if (!run.passed) {
    message << "\nrepeat with BPETITE_SEED=" << process_seed() << " and the filter \""
            << metadata.id << "\"";
  }
  run.message = message.str();
  return run;
}

void check_property(std::string_view clauses, std::string_view description, int cases,
                    void (*property)()) {
  const PropertyRun run = run_property(clauses, description, cases, property);
  if (!run.passed) {
    INFO(run.message);
    FAIL("property [" << clauses << "] does not hold");
  }
  std::cout << clauses << ": " << description << "\n" << run.message << "\n\n";
  SUCCEED();
  record("property", clauses, description, static_cast<std::uint64_t>(run.cases));
}

}  // namespace bpetite::test
