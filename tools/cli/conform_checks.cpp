// bpetite conform smoke, lint: is the harness right, is the suite?
#include <string>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/conform.hpp"
#include "cli/output.hpp"
#include "conform/lint.hpp"
#include "conform/reports.hpp"
#include "conform/smoke.hpp"

namespace bpetite::cli {

void declare_conform_smoke(CLI::App& app) {
  app.description("Check the harness, before its tokenizer is blamed.");
  add_value(app, "--impl", "COMMAND", "The program, as /bin/sh understands it")->required();
  add_value(app, "--timeout", "S", "Seconds for an answer (5)");
  app.footer(
      "The exit code is 3 if a check fails: the program cannot be driven.\n\n"
      "Example:\n"
      "  bpetite conform smoke --impl ./my-harness");
}

int run_conform_smoke(const CLI::App& app) {
  conform::SessionOptions options{required_value(app, "--impl")};
  options.timeout = seconds_of(app, "--timeout", options.timeout);
  std::string text;
  bool passed = true;
  for (const conform::SmokeCheck& check : conform::smoke(options)) {
    passed = passed && check.passed;
    text += fmt::format("{:<5} {}{}{}\n", check.passed ? "ok" : "FAIL", check.what,
                        check.detail.empty() ? "" : ": ", conform::shortened(check.detail, 300));
  }
  write_result(text);
  return passed ? 0 : 3;
}

void declare_conform_lint(CLI::App& app) {
  app.description("Check the suite itself: its form, and every expectation by the reference.");
  add_flag(app, "--stress", "Also the expectations of the tier stress");
  app.footer(
      "Example:\n"
      "  bpetite conform lint");
}

int run_conform_lint(const CLI::App& app) {
  const conform::Suite suite = conform::embedded_suite();
  std::string text;
  const auto findings = conform::lint(suite, given(app, "--stress"));
  for (const conform::Finding& finding : findings) {
    text += fmt::format("{}: {}\n", finding.where, finding.what);
  }
  write_result(text +
               fmt::format("{} vectors, {} findings\n", suite.vectors.size(), findings.size()));
  return findings.empty() ? 0 : 4;
}

}  // namespace bpetite::cli
