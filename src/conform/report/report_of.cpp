// Fills in what a report says about the program and the run.
#include "conform/report/report_of.hpp"

#include <fmt/format.h>

#include <utility>

#include "conform/program/program.hpp"

namespace bpetite::conform::report {
namespace {

std::string code_point(char32_t scalar) {
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(scalar));
}

// The scalars whose class differs between two versions, as ranges: "U+0C5C", "U+1C89..U+1C8A".
std::vector<std::string> differing_scalars(unicode::Version one, unicode::Version other) {
  std::vector<std::string> ranges;
  char32_t begin = 0;
  bool inside = false;
  for (char32_t scalar = 0; scalar <= 0x110000; ++scalar) {
    const bool differs = scalar < 0x110000 &&
                         (unicode::is_letter(scalar, one) != unicode::is_letter(scalar, other) ||
                          unicode::is_number(scalar, one) != unicode::is_number(scalar, other));
    if (differs && !inside) begin = scalar;
    if (!differs && inside) {
      ranges.push_back(begin + 1 == scalar
                           ? code_point(begin)
                           : fmt::format("{}..{}", code_point(begin), code_point(scalar - 1)));
    }
    inside = differs;
  }
  return ranges;
}

}  // namespace

std::string selection_of(const judge::RunOptions& options) {
  std::string text;
  for (const suite::Level level : options.levels) {
    text += fmt::format("{}--level {}", text.empty() ? "" : " ",
                        suite::level_names[static_cast<std::size_t>(level)]);
  }
  if (!options.only.empty()) {
    text += fmt::format("{}--only {}", text.empty() ? "" : " ", options.only);
  }
  return text;
}

Report report_of(const suite::Suite& suite, const judge::RunOptions& options,
                 const judge::Outcomes& outcomes, explain::Findings findings) {
  const program::Hello& hello = outcomes.hello;
  Report report;
  report.suite_version = suite.version;
  report.suite_digest = suite.digest;

  report.command = options.command;
  report.name = hello.name;
  report.version = hello.version;
  report.language = hello.language;
  report.unicode = hello.unicode;
  report.ops.assign(hello.ops.begin(), hello.ops.end());
  report.caps.assign(hello.caps.begin(), hello.caps.end());
  report.claims = program::claimed_levels(hello);

  report.seed = options.seed;
  report.timeout_ms = static_cast<std::uint64_t>(options.timeout.count());
  report.elapsed_ms = outcomes.elapsed_ms;
  report.date = today();
  report.passes = outcomes.passes;
  report.starts = outcomes.starts;
  report.selection = selection_of(options);
  report.partial = outcomes.partial;
  report.remarks = outcomes.remarks;
  report.errors = outcomes.errors;
  if (const auto version = judge::named_version(hello); version && *version != unicode::pinned) {
    report.code_points = differing_scalars(*version, unicode::pinned);
  }

  report.diagnoses = std::move(findings.diagnoses);
  report.results = std::move(findings.results);
  conclude(report);
  return report;
}

}  // namespace bpetite::conform::report
