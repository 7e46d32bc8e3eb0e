// bpetite conform fuzz: makes random cases for a program, looks for those that it answers
// differently from the reference, and makes these small. If the answers cannot be compared, as with
// --builtin, the program has to follow general laws. Reads the options, shows progress, writes the
// findings, and saves them as vectors, test cases for `conform run` (--out). With --tokenizer,
// conform_vocabulary.cpp does the work.
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/conform/conform.hpp"
#include "cli/conform/conform_vocabulary.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "conform/search/fuzz_report.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/wording/shown.hpp"

namespace bpetite::cli {
namespace {

namespace fs = std::filesystem;

// Shows the progress. On a terminal one line is rewritten again and again, elsewhere a new line
// comes every ten seconds.
auto progress(bool live) {
  return [live, last = std::uint64_t{0}](const conform::search::FuzzReport& so_far) mutable {
    const std::uint64_t between = live ? 100 : 10000;
    if (so_far.elapsed_ms < last + between) {
      return;
    }
    last = so_far.elapsed_ms;
    const std::string line =
        fmt::format("fuzzing {:>3} s  {}  {}", so_far.elapsed_ms / 1000,
                    conform::suite::counted(so_far.cases, "case"),
                    conform::suite::counted(so_far.findings.size(), "finding"));
    write_note(live ? fmt::format("{}{}", erase_line, line) : line + "\n");
  };
}

conform::search::FuzzOptions fuzz_options_of(const Arguments& arguments) {
  conform::search::FuzzOptions options;
  options.command = arguments.required("--impl");
  options.time = seconds_of(arguments, "--seconds", options.time);
  options.timeout = seconds_of(arguments, "--timeout", options.timeout);
  options.seed = number_of(arguments, "--seed", options.seed, 0, UINT64_MAX);
  options.cases = number_of(arguments, "--cases", options.cases, 1, SIZE_MAX);
  options.findings = number_of(arguments, "--findings", options.findings, 1, 1000);
  options.builtin = arguments.value("--builtin").value_or("");
  conform::judge::RunOptions selection;
  read_selection(arguments, selection);
  options.levels = selection.levels;
  const bool live = is_terminal(STDERR_FILENO);
  options.progress = progress(live);
  options.found = [live](const conform::search::FuzzFinding& finding) {
    write_note(fmt::format("{}found {}: {}\n", live ? erase_line : "", finding.op,
                           bpetite::shown(finding.what)));
  };
  options.interrupted = interrupted;
  return options;
}

constexpr const char* report_name = "fuzz.json";

// Tests whether the report can be written before the fuzzing begins, which may take hours (S24).
void prepare_out(const fs::path& directory) {
  file::make_directories(directory);
  file::check_destination(directory / report_name, true);
}

// Writes the report, and the findings as vectors.
void write_out(const fs::path& directory, const conform::search::FuzzReport& report) {
  file::save_atomically(directory / report_name, conform::search::to_json(report), true);
  for (const auto& [group, text] : conform::search::vectors_of(report)) {
    file::save_atomically(directory / (group + ".json"), text, true);
  }
}

int run_conform_fuzz(const Arguments& arguments) {
  if (arguments.given("--tokenizer")) return driven(fuzz_vocabulary, arguments);
  if (!arguments.given("--impl")) throw UsageError("fuzz: --impl is required without --tokenizer");
  const conform::search::FuzzOptions options = fuzz_options_of(arguments);
  const auto directory = arguments.value("--out");
  if (directory) prepare_out(*directory);
  watch_for_interrupts();
  const conform::search::FuzzReport report =
      conform::search::fuzz(conform::suite::embedded_suite(), options);
  if (is_terminal(STDERR_FILENO)) write_note(erase_line);
  if (directory) write_out(*directory, report);
  std::string text;
  for (const conform::search::FuzzFinding& finding : report.findings) {
    text += conform::search::to_text(finding) + "\n";
  }
  write_text(text + conform::search::summary(report));
  return !report.partial.empty() ? 3 : report.findings.empty() ? 0 : 1;
}

std::vector<OptionRule> fuzz_rules() {
  std::vector<OptionRule> rules = tokenizer_rules();
  rules.push_back({"--tokenizer", {}, {"--level", "--out"}});
  return rules;
}

}  // namespace

Command conform_fuzz_command() {
  return {
      "fuzz",
      "Look for inputs on which a program differs from the reference, and make them small.",
      {
          {"--impl", "COMMAND", "The program, as /bin/sh understands it"},
          {"--tokenizer", "PATH", "Only texts, for a program whose vocabulary is this file's"},
          lines_option,
          profile_option,
          pattern_option,
          dialect_option,
          judged_unicode_option,
          missing_option,
          {"--seconds", "S", "How long new cases are tried (30)"},
          {"--seed", "N", "Of the cases: the same seed gives the same ones (1)"},
          {"--cases", "N", "At most N cases"},
          {"--findings", "N", "It ends after N findings (10)"},
          level_option,
          {"--builtin", "NAME", "Hold the program to laws, with this vocabulary of its own"},
          {"--out", "DIR", "Write fuzz.json there, and the findings as vectors"},
          {"--timeout", "S", "Seconds for an answer (5; train has twelve times as long)"},
      },
      "The exit code is 0 if nothing was found, and 1 if something was.\n\n"
      "Example:\n"
      "  bpetite conform fuzz --impl ./my-harness --seconds 60 --out found\n"
      "  bpetite conform run --impl ./my-harness --vectors found/fuzz-encode.json",
      run_conform_fuzz,
      {},
      fuzz_rules(),
  };
}

}  // namespace bpetite::cli
