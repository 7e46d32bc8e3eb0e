// The forms of a report: text, JUnit, Markdown, a badge in SVG, and an HTML page. Also a table of
// many reports, which is called the matrix, in HTML and in Markdown, with its columns
// (matrix_columns), and the comparison of two reports (compare_reports). Each is made from Reports.
//
//   to_text(report)                   for a terminal
//   to_badge(report)                  "bpetite | ids exact: gpt2, pairs, Unicode 16.0; Full, ..."
//   compare_reports(a, b).text        "worse    encode-double-space  PASS -> FAIL"
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "conform/report/report.hpp"
#include "conform/report/stated_differences.hpp"

namespace bpetite::conform::report {

// For a terminal. Shows one failure for each of the first twenty causes, or every failure if `all`
// is true.
std::string to_text(const Report& report, bool all = false);

std::string to_junit(const Report& report);     // XML that CI services show
std::string to_markdown(const Report& report);  // a summary for a pull request
std::string to_badge(const Report& report);     // SVG: "bpetite | Reader, suite 1.0.0"

// The columns of a table of reports: one for each level, and four for L1.
struct MatrixColumn {
  std::string_view title;
  suite::Level level = suite::Level::L0;
  std::optional<explain::Part> part = {};
};

inline constexpr std::array<MatrixColumn, 10> matrix_columns = {{
    {"L0 chunks", suite::Level::L0},
    {"L1 ids", suite::Level::L1, explain::Part::ids},
    {"L1 special tokens", suite::Level::L1, explain::Part::special},
    {"L1 decoding", suite::Level::L1, explain::Part::decoding},
    {"L1 errors", suite::Level::L1, explain::Part::errors},
    {"L2 loader", suite::Level::L2},
    {"L3 trainer", suite::Level::L3},
    {"L4 saver", suite::Level::L4},
    {"L5 conversations", suite::Level::L5},
    {"L6 text in motion", suite::Level::L6},
}};

// A self-contained page: a table with a row for each report and a column for each level, and the
// failures below it.
std::string to_html(std::span<const Report> reports, const StatedDifferences& stated = {});
// The same table in Markdown. "as stated" means that a level fails only where the library's
// documentation says so.
std::string to_matrix(std::span<const Report> reports, const StatedDifferences& stated = {});

// The differences between two runs, and whether something became worse.
struct Comparison {
  std::string text;
  bool worse = false;
};
Comparison compare_reports(const Report& older, const Report& newer);

}  // namespace bpetite::conform::report
