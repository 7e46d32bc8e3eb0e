// bpetite conform run: every vector twice, a verdict for each level.
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <bpetite/errors.hpp>

#include "cli/arguments.hpp"
#include "cli/conform.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "conform/known.hpp"
#include "conform/ranks.hpp"
#include "conform/reports.hpp"
#include "conform/requests.hpp"
#include "core/file.hpp"

namespace bpetite::cli {
namespace {

// Set by the first Ctrl-C: the run then ends in order, with what it has. The second one kills.
volatile std::sig_atomic_t interrupt_seen = 0;

void on_interrupt(int signal) {
  interrupt_seen = 1;
  std::signal(signal, SIG_DFL);
}

void write_file(const std::string& path, std::string_view bytes) {
  file::save_atomically(path, bytes, true);
}

conform::RunOptions options_of(const CLI::App& app) {
  conform::RunOptions options;
  read_selection(app, options);
  options.command = value(app, "--impl").value_or("");
  options.timeout = seconds_of(app, "--timeout", options.timeout);
  options.seed = number_of(app, "--seed", options.seed, 0, UINT64_MAX);
  options.jobs = static_cast<unsigned>(number_of(app, "--jobs", 1, 1, 256));
  options.process_per_vector = given(app, "--process-per-vector");
  options.interrupted = [] { return interrupt_seen != 0; };
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

// Every other form, into the file that its option names.
void write_reports(const CLI::App& app, const conform::Report& report) {
  const std::vector<std::pair<const char*, std::string (*)(const conform::Report&)>> forms = {
      {"--report", conform::to_json},
      {"--junit", conform::to_junit},
      {"--tap", conform::to_tap},
      {"--markdown", conform::to_markdown},
      {"--html",
       [](const conform::Report& one) {
         return conform::to_html({&one, 1});
       }},
      {"--badge", conform::to_badge}};
  for (const auto& [option, form] : forms) {
    if (const auto path = value(app, option)) {
      write_file(*path, form(report));
    }
  }
}

// Applies the list of known failures, or rewrites it.
void settle_known(const CLI::App& app, conform::Report& report) {
  const auto path = value(app, "--known");
  if (!path) {
    return;
  }
  const bool update = given(app, "--update");
  const bool is_new = update && !std::filesystem::exists(*path);
  conform::Known known = conform::parse_known(is_new ? "" : read_bytes(*path));
  if (update) {
    const std::string text = conform::updated_known(report, known);
    write_file(*path, text);
    known = conform::parse_known(text);
  }
  const bool fits = conform::apply_known(report, known);
  conform::conclude(report);
  if (!fits && report.exit_code == 0) {
    report.exit_code = 1;
  }
}

}  // namespace

void declare_conform_run(CLI::App& app) {
  app.description("Run the vectors against a program that speaks the protocol.");
  add_value(app, "--impl", "COMMAND", "The program, as /bin/sh understands it");
  add_value(app, "--responses", "FILE", "Judge a file of answers instead (see conform requests)");
  add_value(app, "--bundle", "DIR", "The directory that those requests were made for");
  add_selection(app);
  add_value(app, "--ranks", "NAME=FILE", "Judge by a public vocabulary that the program has");
  add_value(app, "--known", "FILE", "The list of known failures");
  add_flag(app, "--update", "Rewrite that list to fit this run");
  add_value(app, "--report", "FILE", "Write report.json");
  add_value(app, "--junit", "FILE", "Write JUnit XML");
  add_value(app, "--tap", "FILE", "Write TAP");
  add_value(app, "--markdown", "FILE", "Write a summary in Markdown");
  add_value(app, "--html", "FILE", "Write one HTML page");
  add_value(app, "--badge", "FILE", "Write a badge as SVG");
  add_flag(app, "--all", "Show every failure, not the first twenty");
  add_value(app, "--seed", "N", "For the order of the second pass (1)");
  add_value(app, "--jobs", "N", "Processes side by side (1)");
  add_value(app, "--timeout", "S", "Seconds for an answer (5; train has twelve times as long)");
  add_flag(app, "--process-per-vector", "A new process for each vector");
  app.footer(
      "Example:\n"
      "  bpetite conform run --impl 'python3 harness.py' --level L0 --level L1");
}

int run_conform_run(const CLI::App& app) {
  require_one_of(app, "--impl", "--responses");
  if (given(app, "--responses") != given(app, "--bundle")) {
    throw UsageError("run: --responses and --bundle belong together");
  }
  if (given(app, "--update") && !given(app, "--known")) {
    throw UsageError("run: --update is for the list of --known");
  }
  const conform::RunOptions options = options_of(app);
  conform::Suite suite = conform::embedded_suite();
  if (const auto ranks = value(app, "--ranks")) {
    suite = conform::ranked_suite(suite, conform::read_ranks(*ranks));
  }
  if (conform::selected(suite, options).empty()) {
    throw UsageError("run: no vector is selected (see conform list)");
  }

  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  conform::Report report;
  if (const auto responses = value(app, "--responses")) {
    const conform::Bundle bundle(required_value(app, "--bundle"));
    report = conform::judge_answers(suite, options, read_bytes(*responses), bundle);
  } else {
    report = conform::run(suite, options);
  }
  settle_known(app, report);
  write_reports(app, report);
  write_result(conform::to_text(report, given(app, "--all")));
  return report.exit_code;
}

}  // namespace bpetite::cli
