// bpetite conform run: sends a program the chosen vectors (test cases) twice, shrinks what fails,
// and gives a verdict for each level. It also judges recorded answers (--responses), a program by a
// public vocabulary (--ranks), and, in conform_vocabulary.cpp, a program with a vocabulary of its
// own (--tokenizer) or with small ones (--profiles). This file reads the options and has the rules
// that say which of them go together; conform_outputs.cpp writes the reports.
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <bpetite/errors.hpp>

#include "cli/conform/conform.hpp"
#include "cli/conform/conform_outputs.hpp"
#include "cli/conform/conform_vocabulary.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "conform/judge/accumulate.hpp"
#include "conform/judge/ranks.hpp"
#include "conform/pipeline.hpp"
#include "conform/report/report_forms.hpp"
#include "core/directory.hpp"

namespace bpetite::cli {
namespace {

conform::judge::RunOptions options_of(const Arguments& arguments) {
  conform::judge::RunOptions options;
  read_selection(arguments, options);
  options.command = arguments.value("--impl").value_or("");
  options.timeout = seconds_of(arguments, "--timeout", options.timeout);
  options.seed = number_of(arguments, "--seed", options.seed, 0, UINT64_MAX);
  options.jobs = static_cast<unsigned>(number_of(arguments, "--jobs", 1, 1, 256));
  options.process_per_vector = arguments.given("--process-per-vector");
  options.interrupted = interrupted;
  if (is_terminal(STDERR_FILENO)) {
    options.progress = [last = std::size_t{0}](std::size_t done, std::size_t all) mutable {
      if (const std::size_t percent = 100 * done / all; percent != last) {
        last = percent;
        write_note(percent == 100 ? "\r                \r"
                                  : fmt::format("\rjudging {:3} %", percent));
      }
    };
  }
  return options;
}

// The number of accumulated cases. If the user gives vectors, ranks or answers, there are none by
// default.
std::uint64_t accumulated_cases(const Arguments& arguments) {
  const bool own =
      arguments.given("--responses") || arguments.given("--ranks") || arguments.given("--vectors");
  return number_of(arguments, "--accumulated", own ? 0 : conform::judge::usual_accumulated, 0,
                   1U << 24U);
}

int run_conform_run(const Arguments& arguments) {
  if (arguments.given("--profiles")) return driven(run_profiles, arguments);
  if (arguments.given("--tokenizer")) return driven(run_vocabulary, arguments);
  arguments.require_one_of("--impl", "--responses");
  const conform::judge::RunOptions options = options_of(arguments);
  check_destinations(arguments);
  const std::optional<conform::report::KnownFailures> known = read_known(arguments);
  conform::suite::Suite suite = suite_for(arguments);
  conform::search::Oracle oracle = conform::search::reference_oracle(suite);
  if (const auto argument = arguments.value("--ranks")) {
    conform::judge::Ranks ranks = conform::judge::read_ranks(*argument);
    suite = conform::judge::ranked_suite(suite, ranks);
    oracle = [ranks = std::move(ranks)](const conform::suite::Vector& vector) {
      return conform::judge::ranked_expectation(vector, ranks);
    };
  }
  const std::uint64_t accumulated = accumulated_cases(arguments);
  const bool any_set = accumulated > 0 && !conform::judge::selected_sets(options).empty();
  if (conform::judge::selected(suite, options).empty() && !any_set) {
    throw UsageError("run: no vector is selected (see conform list)");
  }

  watch_for_interrupts();
  conform::Steps steps;
  steps.settle = [&](conform::report::Report& report) {
    if (known) settle_known(arguments, *known, report);
  };
  conform::report::Report report;
  if (const auto responses = arguments.value("--responses")) {
    const std::string answers = read_document(*responses);
    const conform::program::Bundle bundle(arguments.required("--bundle"));
    report = conform::judge_recorded(suite, options, answers, bundle, steps);
  } else {
    steps.accumulated = accumulated;
    if (!arguments.given("--no-shrink")) steps.oracle = oracle;
    report = conform::judge_program(suite, options, steps);
  }
  write_reports(arguments, report);
  write_text(conform::report::to_text(report, arguments.given("--all")));
  return report.exit_code;
}

// The rules for the options. The command judges in four ways: a program (--impl), recorded answers
// (--responses), a program with its own vocabulary (--tokenizer), and a program with small
// vocabularies (--profiles).
std::vector<OptionRule> run_rules() {
  std::vector<OptionRule> rules = {
      {"--responses", {"--bundle"}},
      {"--bundle", {"--responses"}},
      {"--update", {"--known"}},
      {"--longest", {"--tokenizer"}},
      {"--profiles",
       {"--impl"},
       {"--responses",
        "--bundle",
        "--tokenizer",
        "--lines",
        "--builtin",
        "--vectors",
        "--ranks",
        "--accumulated",
        "--seed",
        "--jobs",
        "--process-per-vector",
        "--level",
        "--known",
        "--update",
        "--report",
        "--junit",
        "--markdown",
        "--html",
        "--badge",
        "--no-shrink"}},
      {"--tokenizer",
       {},
       {"--responses", "--bundle", "--vectors", "--ranks", "--accumulated", "--seed", "--jobs",
        "--process-per-vector"}},
  };
  for (OptionRule rule : tokenizer_rules()) {
    if (rule.option != "--lines") rule.needs.push_back("--profiles");  // ignores them
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace

Command conform_run_command() {
  return {
      "run",
      "Run the vectors against a program that speaks the protocol.",
      {
          {"--impl", "COMMAND", "The program, as /bin/sh understands it"},
          {"--responses", "FILE", "Judge a file of answers instead (see conform requests)"},
          {"--bundle", "DIR", "The directory that those requests were made for"},
          {"--profiles", "", "Judge by a small vocabulary of each profile that hello names"},
          {"--tokenizer", "PATH", "Judge by a vocabulary of the program, which is this file's"},
          lines_option,
          builtin_name_option,
          profile_option,
          pattern_option,
          dialect_option,
          judged_unicode_option,
          missing_option,
          {"--longest", "BYTES", "With --tokenizer, the longest text that is asked (1M)"},
          level_option,
          only_option,
          vectors_option,
          {"--ranks", "NAME=FILE", "Judge by a public vocabulary that the program has"},
          {"--known", "FILE", "The list of known failures"},
          {"--update", "", "Rewrite that list to fit this run"},
          {"--report", "FILE", "Write report.json"},
          {"--junit", "FILE", "Write JUnit XML"},
          {"--tap", "FILE", "", Count::at_most_once, "--junit"},
          {"--markdown", "FILE", "Write a summary in Markdown"},
          {"--html", "FILE", "Write one HTML page"},
          {"--badge", "FILE", "Write a badge as SVG"},
          {"--all", "", "Show every failure, not the first twenty"},
          {"--no-shrink", "", "Do not look for the smallest inputs that fail"},
          {"--accumulated", "N", "Cases of each set that a seed spells (1024; 0: none)"},
          {"--seed", "N", "For the order of the second pass (1)"},
          {"--jobs", "N", "Processes side by side (1)"},
          {"--timeout", "S", "Seconds for an answer (5; train has twelve times as long)"},
          {"--process-per-vector", "", "A new process for each vector"},
      },
      "The first failure of each of the first ten causes is shrunk, for four seconds at most.\n\n"
      "Example:\n"
      "  bpetite conform run --impl 'python3 harness.py' --level L0 --level L1",
      run_conform_run,
      {},
      run_rules(),
  };
}

}  // namespace bpetite::cli
