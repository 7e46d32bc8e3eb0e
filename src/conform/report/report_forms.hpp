// The forms of a report, each made from the one Report.
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

// One page that needs nothing else: a row for each report, a column for each level, the failures
// below.
std::string to_html(std::span<const Report> reports, const StatedDifferences& stated = {});
// The same table in Markdown; "as stated" for a level that differs only as its library states.
std::string to_matrix(std::span<const Report> reports, const StatedDifferences& stated = {});

// What has changed from one run to another, and whether something became worse.
struct Comparison {
  std::string text;
  bool worse = false;
};
Comparison compare_reports(const Report& older, const Report& newer);

}  // namespace bpetite::conform::report
