// Writes JUnit's XML with pugixml: a suite for each level, a case for each vector.
#include <fmt/format.h>

#include <pugixml.hpp>

#include <sstream>

#include "conform/judge/shown.hpp"
#include "conform/report/report_forms.hpp"

namespace bpetite::conform::report {
namespace {

// XML 1.0 has no control characters, not even escaped ones. `shortened` has replaced them.
void describe(pugi::xml_node testcase, const Report& report, const diagnose::Result& result) {
  if (result.status == drive::Status::skip || result.status == drive::Status::not_claimed ||
      result.status == drive::Status::xfail) {
    const std::string message = result.status == drive::Status::xfail
                                    ? "known failure"
                                    : judge::shortened(result.detail, 300);
    testcase.append_child("skipped").append_attribute("message") = message.c_str();
    return;
  }
  const bool harmless =
      result.status == drive::Status::unicode_delta && !fails_level(result, report.unicode);
  if (!drive::is_failure(result.status) || harmless) {
    return;
  }
  const bool broken = result.status == drive::Status::crash ||
                      result.status == drive::Status::timeout ||
                      result.status == drive::Status::protocol;
  pugi::xml_node fault = testcase.append_child(broken ? "error" : "failure");
  fault.append_attribute("type") = std::string(name(result.status)).c_str();
  fault.append_attribute("message") =
      judge::shortened(result.detail.empty() ? result.rule : result.detail, 300).c_str();
  const std::string text =
      fmt::format("want {}\ngot {}\n{}\n", judge::shortened(result.want, 2000),
                  judge::shortened(result.got, 2000), judge::shortened(result.repro, 4096));
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
    for (const diagnose::Result& result : report.results) {
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
