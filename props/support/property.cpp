// Runs a property with RapidCheck, and fails if fewer cases ran than were asked for. Chooses the
// seed, prints how to repeat the run, and records the result.
//
//                               RapidCheck alone      here
//   RC_PARAMS="reproduce=..."   passes with 0 cases   fails: "ran 0 of 1000 cases"
//   every case is discarded     gives up              fails
#include "support/property.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>

namespace bpetite::test {
namespace {

// A listener that prints nothing. RapidCheck's own prints its progress and its configuration.
class Silent : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription& /*description*/) override {}
  void onShrinkTried(const rc::detail::CaseDescription& /*shrink*/, bool /*accepted*/) override {}
  void onTestFinished(const rc::detail::TestMetadata& /*metadata*/,
                      const rc::detail::TestResult& /*result*/) override {}
};

// The number in an environment variable, or nullopt if it is not set. Throws if it is not a number:
// else it would count as 0.
std::optional<std::uint64_t> number_from(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == '\0') {
    return std::nullopt;
  }
  const std::string_view digits = text;
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  if (const auto [rest, error] = std::from_chars(digits.data(), end, number);
      error != std::errc() || rest != end) {
    throw std::invalid_argument(std::string(variable) + ": not a number: " + text);
  }
  return number;
}

std::uint64_t drawn_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

// A seed for each property, which depends on its name and on `seed` only. It is an FNV-1a hash.
std::uint64_t seed_of(std::string_view name, std::uint64_t seed) {
  std::uint64_t hash = 14695981039346656037U ^ seed;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return hash;
}

// The test's name as Catch2 takes it on its command line, where a comma would separate two filters.
std::string filter_of(std::string_view name) {
  std::string filter;
  for (const char c : name) {
    if (c == ',' || c == '[' || c == ']' || c == '\\') {
      filter += '\\';
    }
    filter += c;
  }
  return filter;
}

}  // namespace

std::uint64_t process_seed() {
  static const std::uint64_t seed = [] {
    const char* text = std::getenv("BPETITE_SEED");
    const bool random = text != nullptr && std::string_view(text) == "random";
    return random ? drawn_seed() : number_from("BPETITE_SEED").value_or(20260407);
  }();
  return seed;
}

PropertyRun run_property(std::string_view clauses, std::string_view description, int cases,
                         void (*property)(), std::uint64_t seed) {
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(clauses) + ": " + std::string(description);
  metadata.description = metadata.id;

  rc::detail::TestParams params;
  params.seed = seed_of(metadata.id, seed);
  params.maxSuccess = std::max(20, static_cast<int>(std::int64_t{cases} * cases_percent() / 100));
  Silent listener;
  const auto result = rc::detail::checkTestable(property, metadata, params, listener);

  // A success counts only if every case that was asked for ran.
  PropertyRun run;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  if (result.template is<rc::detail::SuccessResult>()) {
    run.cases = result.template get<rc::detail::SuccessResult>().numSuccess;
    run.passed = run.cases == params.maxSuccess;
  }
  if (!run.passed) {
    message << "\nran " << run.cases << " of " << params.maxSuccess << " cases to success"
            << "\nrepeat with BPETITE_SEED=" << seed << " and the filter \""
            << filter_of(metadata.id) << "\"";
  }
  run.message = message.str();
  return run;
}

void check_property(std::string_view clauses, std::string_view description, int cases,
                    void (*property)()) {
  const PropertyRun run = run_property(clauses, description, cases, property, process_seed());
  if (!run.passed) {
    INFO(run.message);
    FAIL("property [" << clauses << "] does not hold");
  }
  std::cout << clauses << ": " << description << "\n" << run.message << "\n\n";
  SUCCEED();
  record("property", clauses, description, static_cast<std::uint64_t>(run.cases));
}

}  // namespace bpetite::test
