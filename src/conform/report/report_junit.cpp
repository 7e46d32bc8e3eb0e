// Writes a report as JUnit XML with pugixml (to_junit), which CI services show: a suite for each
// level with results, a case for each vector (test case), and a message for each failure. Known
// failures and vectors that were skipped or not claimed are "skipped".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <pugixml.hpp>

#include <sstream>
#include <vector>

#include "conform/judge/judge.hpp"
#include "conform/report/report_forms.hpp"

namespace bpetite::conform::report {
namespace {

// "text "  c": want 32 259, got 32 32 99; smaller: ...; cause no-lookahead: ...". Many systems show
// only this line, so each part of it is short.
std::string message_of(const explain::Result& result) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view title, const std::string& text, std::size_t limit) {
    if (!text.empty()) parts.push_back(std::string(title) + judge::shortened(text, limit));
  };
  std::string ids;
  if (!result.want.empty() || !result.got.empty()) {
    ids = fmt::format("want {}", judge::shortened(result.want, 120));
    if (!result.got.empty()) ids += fmt::format(", got {}", judge::shortened(result.got, 120));
  }
  if (result.where.empty()) {
    add("", ids, ids.size());
  } else {
    add("",
        fmt::format("{}{}{}", judge::shortened(result.where, 120), ids.empty() ? "" : ": ", ids),
        400);
  }
  add("", result.detail, 200);
  add("smaller: ", result.shrunk, 200);
  if (!result.causes.empty()) {
    add("cause ", fmt::format("{}: {}", fmt::join(result.causes, " and "), result.rule), 200);
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

// XML 1.0 does not allow control characters, not even escaped ones. `shortened` has replaced them.
void describe(pugi::xml_node testcase, const Report& report, const explain::Result& result) {
  if (result.status == program::Status::skip || result.status == program::Status::not_claimed ||
      result.status == program::Status::xfail) {
    const std::string message = result.status == program::Status::xfail
                                    ? "known failure"
                                    : judge::shortened(result.detail, 300);
    testcase.append_child("skipped").append_attribute("message") = message.c_str();
    return;
  }
  const bool harmless =
      result.status == program::Status::unicode_delta && !fails_level(result, report.unicode);
  if (!program::is_failure(result.status) || harmless) {
    return;
  }
  const bool broken = result.status == program::Status::crash ||
                      result.status == program::Status::timeout ||
                      result.status == program::Status::protocol;
  pugi::xml_node fault = testcase.append_child(broken ? "error" : "failure");
  fault.append_attribute("type") = std::string(name(result.status)).c_str();
  fault.append_attribute("message") = message_of(result).c_str();
  std::string text;
  const auto add = [&](std::string_view title, const std::string& value) {
    if (!value.empty()) text += fmt::format("{} {}\n", title, judge::shortened(value, 2000));
  };
  add("where", result.where);
  add("want", result.want);
  add("got", result.got);
  add("error", result.detail);
  add("tests", result.tests);
  add("cause", fmt::format("{}", fmt::join(result.causes, " and ")));
  add("smaller", result.shrunk);
  if (!result.repro.empty()) text += judge::shortened(result.repro, 4096) + "\n";
  fault.text().set(text.c_str());
}

}  // namespace

std::string to_junit(const Report& report) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  root.append_attribute("name") = judge::shortened(report.name, 100).c_str();
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    pugi::xml_node suite;
    std::size_t tests = 0;
    for (const explain::Result& result : report.results) {
      if (static_cast<std::size_t>(result.level) != i) continue;
      if (!suite) {
        suite = root.append_child("testsuite");
        suite.append_attribute("name") = std::string(suite::level_names[i]).c_str();
      }
      ++tests;
      pugi::xml_node testcase = suite.append_child("testcase");
      testcase.append_attribute("classname") = std::string(suite::level_names[i]).c_str();
      testcase.append_attribute("name") = result.id.c_str();
      describe(testcase, report, result);
    }
    if (suite) suite.append_attribute("tests") = tests;
  }
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace bpetite::conform::report
