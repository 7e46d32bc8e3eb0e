// bpetite conform compare, matrix: stored reports side by side.
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/conform.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "conform/reports.hpp"
#include "core/file.hpp"

namespace bpetite::cli {

void declare_conform_compare(CLI::App& app) {
  app.description("What changed between two reports; exit code 1 if something became worse.");
  app.add_option("old", CLI::callback_t{}, "The older report.json")->type_name("OLD")->required();
  app.add_option("new", CLI::callback_t{}, "The newer one")->type_name("NEW")->required();
  app.footer(
      "Example:\n"
      "  bpetite conform compare before.json after.json");
}

int run_conform_compare(const CLI::App& app) {
  const auto read = [&](const char* name) {
    return conform::parse_report(read_bytes(required_value(app, name)));
  };
  const conform::Comparison comparison = conform::compare_reports(read("old"), read("new"));
  write_result(comparison.text.empty() ? "nothing has changed\n" : comparison.text);
  return comparison.worse ? 1 : 0;
}

void declare_conform_matrix(CLI::App& app) {
  app.description("Many reports as one table.");
  app.add_option("reports", CLI::callback_t{}, "Each a report.json")
      ->type_name("REPORT...")
      ->required()
      ->expected(1, 1000);
  add_value(app, "--html", "FILE", "Write one HTML page, with every failure");
  app.footer(
      "Writes the table in Markdown.\n\n"
      "Example:\n"
      "  bpetite conform matrix *.json --html matrix.html");
}

int run_conform_matrix(const CLI::App& app) {
  std::vector<conform::Report> reports;
  for (const std::string& path : values(app, "reports")) {
    reports.push_back(conform::parse_report(read_bytes(path)));
  }
  if (const auto path = value(app, "--html")) {
    file::save_atomically(*path, conform::to_html(reports), true);
  }
  write_result(conform::to_matrix(reports));
  return 0;
}

}  // namespace bpetite::cli
