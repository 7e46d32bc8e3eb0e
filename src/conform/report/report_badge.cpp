// Draws the badge: the verdict on ids with its class, and the largest role that conforms, or the
// number of levels that conform.
#include <fmt/format.h>

#include "conform/report/judged_class.hpp"
#include "conform/report/report_forms.hpp"

namespace bpetite::conform::report {
namespace {

struct Words {
  std::string text;
  std::string_view colour;
};

// Where ids or chunks were judged the badge says of which class; else how many levels conform.
Words words_of(const Report& report) {
  std::size_t conforming = 0;
  std::size_t failing = 0;
  std::array<Verdict, 6> verdicts{};
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    verdicts[i] = report.levels[i].verdict;
    conforming += verdicts[i] == Verdict::conforms ? 1U : 0U;
    failing += verdicts[i] == Verdict::fails ? 1U : 0U;
  }
  if (!report.partial.empty() || !report.selection.empty() || conforming + failing == 0) {
    return {"not judged", "#777"};
  }
  const Headline headline = headline_of(report);
  std::string text = headline.verdict == Verdict::not_claimed ? "" : headline.text + "; ";
  const std::string_view role = role_of(verdicts);
  if (failing > 0) {
    return {fmt::format("{}{} of {} levels", text, conforming, conforming + failing), "#b33"};
  }
  return {text + (role.empty() ? fmt::format("{} levels", conforming) : std::string(role)), "#282"};
}

}  // namespace

std::string to_badge(const Report& report) {
  const auto [text, colour] = words_of(report);
  const std::string right = fmt::format("{}, suite {}", text, report.suite_version);
  const std::size_t left_width = 56;
  const std::size_t right_width = 14 + 7 * right.size();
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="20" )"
      R"(role="img" aria-label="bpetite: {3}">)"
      R"(<title>bpetite: {3}</title><rect width="{1}" height="20" rx="3" fill="#444"/>)"
      R"(<rect x="{1}" width="{2}" height="20" rx="3" fill="{4}"/>)"
      R"(<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">)"
      R"(<text x="8" y="14">bpetite</text><text x="{5}" y="14">{3}</text></g></svg>)"
      "\n",
      left_width + right_width, left_width, right_width, right, colour, left_width + 7);
}

}  // namespace bpetite::conform::report
