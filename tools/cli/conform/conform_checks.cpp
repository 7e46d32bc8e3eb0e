// bpetite conform smoke: tests a harness, the program that answers requests, with a few of them.
// bpetite conform lint: checks the vectors of the suite, its test cases: their form, and each
// expected result by the reference. Results of the slow vectors (tier stress) are checked only with
// --stress.
#include <string>

#include <fmt/format.h>

#include "cli/conform/conform.hpp"
#include "cli/options/arguments.hpp"
#include "cli/terminal/output.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/lint.hpp"
#include "conform/program/smoke.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::cli {
namespace {

int run_conform_smoke(const Arguments& arguments) {
  conform::program::SessionOptions options{arguments.required("--impl")};
  options.timeout = seconds_of(arguments, "--timeout", options.timeout);
  std::string text;
  bool passed = true;
  for (const conform::program::SmokeCheck& check : conform::program::smoke(options)) {
    passed = passed && check.passed;
    text +=
        fmt::format("{:<5} {}{}{}\n", check.passed ? "ok" : "FAIL", check.what,
                    check.detail.empty() ? "" : ": ", conform::judge::shortened(check.detail, 300));
  }
  write_text(text);
  return passed ? 0 : 3;
}

}  // namespace

Command conform_smoke_command() {
  return {
      "smoke",
      "Check the harness, before its tokenizer is blamed.",
      {
          {"--impl", "COMMAND", "The program, as /bin/sh understands it", Count::once},
          {"--timeout", "S", "Seconds for an answer (5)"},
      },
      "The exit code is 3 if a check fails: the program cannot be driven.\n\n"
      "Example:\n"
      "  bpetite conform smoke --impl ./my-harness",
      run_conform_smoke,
  };
}

namespace {

int run_conform_lint(const Arguments& arguments) {
  const conform::suite::Suite suite = suite_for(arguments);
  std::string text;
  const auto findings = conform::judge::lint(suite, arguments.given("--stress"));
  for (const conform::judge::Finding& finding : findings) {
    text += fmt::format("{}: {}\n", finding.where, finding.what);
  }
  write_text(text + fmt::format("{}, {}\n", counted(suite.vectors.size(), "vector"),
                                counted(findings.size(), "finding")));
  return findings.empty() ? 0 : 4;
}

}  // namespace

Command conform_lint_command() {
  return {
      "lint",
      "Check the suite itself: its form, and every expectation by the reference.",
      {
          vectors_option,
          {"--stress", "", "Also the expectations of the tier stress"},
      },
      "Example:\n"
      "  bpetite conform lint",
      run_conform_lint,
  };
}

}  // namespace bpetite::cli
