// bpetite conform compare: shows what changed between two stored reports, and fails if something
// became worse. bpetite conform matrix: shows many stored reports as one table in Markdown, and
// with --html also as an HTML page; --stated reads the differences that libraries state of
// themselves.
#include <string>
#include <vector>

#include "cli/conform/conform.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/input.hpp"
#include "cli/terminal/output.hpp"
#include "conform/report/report_forms.hpp"
#include "core/file.hpp"

namespace bpetite::cli {
namespace {

int run_conform_compare(const Arguments& arguments) {
  const auto read = [&](const char* name) {
    return conform::report::parse_report(read_document(arguments.required(name)));
  };
  const conform::report::Comparison comparison =
      conform::report::compare_reports(read("old"), read("new"));
  write_text(comparison.text.empty() ? "nothing has changed\n" : comparison.text);
  return comparison.worse ? 1 : 0;
}

}  // namespace

Command conform_compare_command() {
  return {
      "compare",
      "What changed between two reports; exit code 1 if something became worse.",
      {
          {"old", "OLD_REPORT", "The older report.json", Count::once},
          {"new", "NEW_REPORT", "The newer one", Count::once},
      },
      "Example:\n"
      "  bpetite conform compare before.json after.json",
      run_conform_compare,
  };
}

namespace {

int run_conform_matrix(const Arguments& arguments) {
  std::vector<conform::report::Report> reports;
  for (const std::string& path : arguments.values("reports")) {
    reports.push_back(conform::report::parse_report(read_document(path)));
  }
  const auto table = arguments.value("--stated");
  const auto stated = table ? conform::report::parse_stated_differences(read_document(*table))
                            : conform::report::StatedDifferences();
  if (const auto path = arguments.value("--html")) {
    file::save_atomically(*path, conform::report::to_html(reports, stated), true);
  }
  write_text(conform::report::to_matrix(reports, stated));
  return 0;
}

}  // namespace

Command conform_matrix_command() {
  return {
      "matrix",
      "Many reports as one table.",
      {
          {"reports", "REPORT...", "Each a report.json", Count::at_least_once},
          {"--html", "FILE", "Write one HTML page, with every failure"},
          {"--stated", "FILE", "The differences that libraries state of themselves"},
      },
      "Writes the table in Markdown.\n\n"
      "Example:\n"
      "  bpetite conform matrix *.json --html matrix.html",
      run_conform_matrix,
  };
}

}  // namespace bpetite::cli
