// The files that `conform run` writes and reads: writes the report in each form that an option asks
// for (JSON, JUnit, Markdown, HTML, badge), checks before the run that it can, and reads, applies
// and updates the list of known failures.
#include "cli/conform/conform_outputs.hpp"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/options/input.hpp"
#include "cli/terminal/output.hpp"
#include "conform/report/report_forms.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/wording/shown.hpp"

namespace bpetite::cli {
namespace {

// The forms of a report, each with the option that names its file.
struct ReportForm {
  const char* option;
  std::string (*text_of)(const conform::report::Report&);
};
constexpr std::array<ReportForm, 5> report_forms = {{
    {"--report", conform::report::to_json},
    {"--junit", conform::report::to_junit},
    {"--markdown", conform::report::to_markdown},
    {"--html",
     [](const conform::report::Report& report) {
       return conform::report::to_html({&report, 1});
     }},
    {"--badge", conform::report::to_badge},
}};

}  // namespace

void check_destinations(const Arguments& arguments) {
  for (const ReportForm& form : report_forms) {
    if (const auto path = arguments.value(form.option)) file::check_destination(*path, true);
  }
  if (arguments.given("--update")) file::check_destination(arguments.required("--known"), true);
}

void write_reports(const Arguments& arguments, const conform::report::Report& report) {
  for (const auto& [option, text_of] : report_forms) {
    if (const auto path = arguments.value(option)) {
      file::save_atomically(*path, text_of(report), true);
    }
  }
}

std::optional<conform::report::KnownFailures> read_known(const Arguments& arguments) {
  const auto path = arguments.value("--known");
  if (!path) return std::nullopt;
  const bool is_new = arguments.given("--update") && !file::is_there(*path);
  return conform::report::parse_known_failures(is_new ? "" : read_document(*path));
}

void settle_known(const Arguments& arguments, conform::report::KnownFailures known,
                  conform::report::Report& report) {
  if (arguments.given("--update")) {
    const std::string text = conform::report::updated_known_failures(report, known);
    file::save_atomically(arguments.required("--known"), text, true);
    known = conform::report::parse_known_failures(text);
  }
  const bool fits = conform::report::apply_known_failures(report, known);
  if (const std::string text = conform::report::unanswered_known(report);
      arguments.given("--update") && !text.empty()) {
    write_note(
        fmt::format("bpetite: warning: {}\n",
                    bpetite::shown(fmt::format("{}: {}", arguments.required("--known"), text))));
  }
  conform::report::conclude(report);
  if (!fits && report.exit_code == 0) {
    report.exit_code = 1;
  }
}

}  // namespace bpetite::cli
