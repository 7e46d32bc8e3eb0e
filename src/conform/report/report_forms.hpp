// The forms of a report: text, JUnit, TAP, Markdown, SVG, HTML. Each is made from the same
// Report.
#pragma once

#include <span>
#include <string>

#include "conform/report/report.hpp"
#include "conform/report/stated_differences.hpp"

namespace bpetite::conform::report {

// For a terminal. `all` shows every failure; otherwise one for each of the first twenty causes.
std::string to_text(const Report& report, bool all = false);

std::string to_junit(const Report& report);     // XML that CI services show
std::string to_tap(const Report& report);       // Test Anything Protocol, version 13
std::string to_markdown(const Report& report);  // a summary for a pull request
std::string to_badge(const Report& report);     // SVG: "bpetite | Reader, suite 1.0.0"

// A self-contained page: a row for each report, a column for each level, and the failures below.
std::string to_html(std::span<const Report> reports, const StatedDifferences& stated = {});
// The same table in Markdown. "as stated": the level differs only where the library says so.
std::string to_matrix(std::span<const Report> reports, const StatedDifferences& stated = {});

// The differences between two runs, and whether something became worse.
struct Comparison {
  std::string text;
  bool worse = false;
};
Comparison compare_reports(const Report& older, const Report& newer);

}  // namespace bpetite::conform::report
