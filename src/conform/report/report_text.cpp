// Writes a report for a terminal (to_text): which vectors (test cases) failed, why, and how to
// reproduce the failure; then the causes, the results for other versions of Unicode, remarks and
// verdicts. Shows one failure for each of the first twenty causes, and for each further cause with
// a smaller case, or all failures.
//
//   FAIL encode-ws-double-space  FR-4 FR-16  [LookaheadEmulation]  chunk 3 of 9, bytes 11..13
//     want    32 257
//     got     256 97
//     tests   the space before a word, and `\s+(?!\S)`
//     cause   no-lookahead: \s+(?!\S) is left out.
//     repro   printf '%s\n' '{"id":1,...}' | ./my-harness
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "conform/judge/judge.hpp"
#include "conform/report/report_forms.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::report {
namespace {

constexpr std::size_t first_causes = 20;
constexpr std::size_t named_others = 5;  // for each cause, besides the failure that represents it
constexpr std::size_t width = 160;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

// A line of details of a failure. Empty if the text is empty.
std::string detail(std::string_view title, std::string_view text, std::size_t limit = width) {
  return text.empty() ? "" : fmt::format("  {:<8}{}\n", title, judge::shortened(text, limit));
}

std::string failure(const explain::Result& result) {
  std::string text =
      fmt::format("{} {}  {}", name(result.status), result.id, joined(result.requirements));
  if (!result.flags.empty()) text += fmt::format("  [{}]", joined(result.flags));
  if (!result.where.empty()) text += fmt::format("  {}", result.where);
  text += '\n';
  text += detail("tier", tier_words(result));
  if (result.known) text += detail("known", name(*result.known));
  text += detail("want", result.want);
  text += detail("got", result.got);
  text += detail("error", result.detail);
  text += detail("tests", result.tests);
  text += detail("pairs", result.candidates, 400);
  text +=
      detail("cause", result.causes.empty()
                          ? "not explained"
                          : fmt::format("{}: {}", fmt::join(result.causes, " and "), result.rule));
  text += detail("shrunk", result.shrunk, 600);
  return text + detail("repro", result.repro, 4096);
}

// The other failures of a cause: their number, how many of them are required, and the first ids.
std::string others_line(const std::vector<const explain::Result*>& cause) {
  std::string ids;
  for (std::size_t i = 1; i < std::min(cause.size(), named_others + 1); ++i) {
    ids += " " + cause[i]->id;
  }
  const std::size_t count = cause.size() - 1;
  const auto required = static_cast<std::size_t>(std::count_if(
      cause.begin() + 1, cause.end(),
      [](const explain::Result* result) { return result->tier == suite::Tier::required; }));
  const std::string deciding = required == count ? ""
                               : required == 0   ? ", none of them required"
                                                 : fmt::format(", {} of them required", required);
  return fmt::format("  more    {} like it{} ({}):{}{}\n", count, deciding,
                     explain::cause_words(explain::cause_key(*cause.front())), ids,
                     count > named_others ? " ..." : "");
}

// The verdicts of the parts of L1, one line for each.
std::string part_lines(const Report& report) {
  std::string text;
  for (std::size_t i = 0; i < report.parts.size(); ++i) {
    const PartReport& part = report.parts.at(i);
    if (part.verdict == Verdict::not_claimed) continue;
    text += fmt::format("    {:<15} {}\n", explain::part_names.at(i),
                        part.failed == 0
                            ? fmt::format("all {} as wanted", part.passed)
                            : fmt::format("{} of {} fail", part.failed, part.failed + part.passed));
  }
  return text;
}

std::string level_line(const Report& report, suite::Level level) {
  const auto index = static_cast<std::size_t>(level);
  const LevelReport& it = report.levels.at(index);
  std::string text =
      fmt::format("{}  {:<12}", suite::level_names.at(index), verdict_words(report, level));
  const auto unsent = static_cast<std::size_t>(std::count_if(
      report.results.begin(), report.results.end(), [&](const explain::Result& result) {
        return result.level == level && result.status == program::Status::timeout &&
               explain::is_unsent(result);
      }));
  for (const auto& [status, count] : it.counts) {
    const bool slow = status == program::Status::timeout && unsent > 0;
    if (!slow) {
      text += fmt::format("  {} {}", name(status), count);
    } else if (count > unsent) {
      text += fmt::format("  {} {}  not sent: {}", name(status), count - unsent, unsent);
    } else {
      text += fmt::format("  not sent: {}", unsent);
    }
  }
  if (it.known > 0) text += fmt::format("  known: {}", it.known);
  return text + '\n' + (level == suite::Level::L1 ? part_lines(report) : "");
}

std::string deltas(const Report& report) {
  std::string text;
  for (const auto& [version, ids] : explain::unicode_deltas(report.results)) {
    text += fmt::format("UNICODE_DELTA  {} {} right for Unicode {}{}\n",
                        counted(ids.size(), "vector"), ids.size() == 1 ? "is" : "are", version,
                        version == report.unicode ? ", the version that hello names"
                                                  : ", which hello does not name");
  }
  if (!report.code_points.empty()) {
    text += fmt::format("Unicode {} differs from {} in {} of code points (report.json)\n",
                        report.unicode, unicode::name(unicode::pinned),
                        counted(report.code_points.size(), "range"));
  }
  return text;
}

std::string diagnosis_lines(const Report& report) {
  std::string text;
  for (const explain::Diagnosis& diagnosis : report.diagnoses) {
    text += fmt::format(
        "CAUSE  {}: {} (reproduces {} of {}{})\n",
        diagnosis.rules.empty() ? diagnosis.about
                                : fmt::format("{}", fmt::join(diagnosis.rules, " or ")),
        judge::shortened(diagnosis.says, 300), diagnosis.explains.size(),
        counted(diagnosis.failures, "failure"),
        diagnosis.ops.empty() ? "" : fmt::format(" of {}", fmt::join(diagnosis.ops, ", ")));
  }
  return text;
}

}  // namespace

std::string to_text(const Report& report, bool all) {
  std::string text;
  std::size_t shown = 0;
  std::size_t left = 0;
  for (const auto& cause : failures_by_cause(report)) {
    if (!all && shown >= first_causes && cause.front()->shrunk.empty()) {
      left += cause.size();
      continue;
    }
    ++shown;
    for (const explain::Result* result : cause) {
      text += failure(*result);
      if (!all && cause.size() > 1) text += others_line(cause);
      text += '\n';
      if (!all) break;
    }
  }
  if (left > 0) {
    text += fmt::format("... and {} (--all, or --report FILE)\n\n", counted(left, "more failure"));
  }
  text += diagnosis_lines(report);
  text += deltas(report);
  for (const std::string& remark : report.remarks) {
    text += fmt::format("remark: {}\n", judge::shortened(remark, 300));
  }
  if (!report.partial.empty()) {
    text += fmt::format("PARTIAL: {}\n", judge::shortened(report.partial, 300));
    if (!report.errors.empty()) {
      const std::string_view end = report.errors;
      text += fmt::format(
          "  stderr: {}\n",
          judge::shortened(end.substr(end.size() - std::min<std::size_t>(end.size(), 600)), 600));
    }
  }
  text += report.name.empty() ? "no answer to hello"
                              : fmt::format("{} {} ({})", judge::shortened(report.name, 60),
                                            judge::shortened(report.version, 30),
                                            judge::shortened(report.language, 30));
  text += fmt::format(", suite {} ({})\n", report.suite_version, report.suite_digest.substr(0, 12));
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    if (!report.levels[i].counts.empty()) text += level_line(report, static_cast<suite::Level>(i));
  }
  if (const Headline headline = headline_of(report); headline.verdict != Verdict::not_claimed) {
    text += fmt::format("{}\n", headline.text);
  }
  if (!report.selection.empty()) {
    text += fmt::format("only a selection was asked for: {}\n", report.selection);
  }
  return text;
}

}  // namespace bpetite::conform::report
