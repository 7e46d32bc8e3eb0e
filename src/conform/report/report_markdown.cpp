// Writes reports as Markdown: a summary of one report for a pull request (to_markdown), and a table
// of many (to_matrix). Also compares two reports, vector by vector and level by level, and says
// whether something became worse (compare_reports).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "conform/judge/judge.hpp"
#include "conform/report/report_forms.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::report {
namespace {

// Writes a text as code in Markdown, so that it cannot become a link, an image, a mention, a tag or
// a cell of a table.
std::string code(std::string_view text, std::size_t limit = 80) {
  std::string safe;
  for (const char c : judge::shortened(text, limit)) {
    safe += c == '|' ? "\\x7c" : c == '`' ? "\\x60" : std::string(1, c);
  }
  return safe.empty() ? safe : fmt::format("`{}`", safe);
}

std::string cell(const Report& report, const StatedDifferences& stated,
                 const MatrixColumn& column) {
  if (is_left_out(report, column.level)) return "not judged";
  const Verdict verdict = verdict_of(report, column.level, column.part);
  if (verdict == Verdict::not_claimed) return "not claimed";
  const std::size_t failed = required_failures(report, column.level, column.part);
  if (failed == 0) return std::string(short_verdict(report, verdict));
  return fmt::format(
      "{} ({})",
      fails_as_stated(stated, report, column.level, column.part) ? "as stated" : "**fails**",
      failed);
}

// A row for one cause: the failure that represents it, and the number of its other failures.
std::string cause_row(const std::vector<const explain::Result*>& cause) {
  const explain::Result& result = *cause.front();
  std::string vector = code(result.id);
  if (cause.size() > 1) {
    vector += fmt::format(", and {} more like it ({})", cause.size() - 1,
                          code(explain::cause_words(explain::cause_key(result))));
  }
  std::string status(name(result.status));
  if (const std::string tier = tier_words(result); !tier.empty()) status += ", " + tier;
  const std::string causes = fmt::format("{}", fmt::join(result.causes, " and "));
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", vector, status,
                     explain::harm_names.at(static_cast<std::size_t>(result.harm)),
                     causes.empty() ? "not explained" : code(causes), code(result.want),
                     code(result.got.empty() ? result.detail : result.got),
                     code(result.shrunk, 200));
}

}  // namespace

std::string to_matrix(std::span<const Report> reports, const StatedDifferences& stated) {
  std::string text = "| implementation | version | language | verdict |";
  std::string line = "|---|---|---|---|";
  for (const MatrixColumn& column : matrix_columns) {
    text += fmt::format(" {} |", column.title);
    line += "---|";
  }
  text += "\n" + line + "\n";
  for (const Report& report : reports) {
    text += fmt::format("| {} | {} | {} | {} |", code(report.name), code(report.version),
                        code(report.language), headline_of(report).text);
    for (const MatrixColumn& column : matrix_columns) {
      text += fmt::format(" {} |", cell(report, stated, column));
    }
    text += '\n';
  }
  return text;
}

std::string to_markdown(const Report& report) {
  std::string text = fmt::format("### {}: {}\n\n{}\n\n", code(report.name),
                                 headline_of(report).text, summary(report));
  text += to_matrix({&report, 1});
  if (!report.partial.empty()) {
    text += fmt::format("\n**The run did not finish**: {}\n", code(report.partial, 200));
  }
  std::string rows;
  for (const auto& cause : failures_by_cause(report)) {
    rows += cause_row(cause);
  }
  if (!rows.empty()) {
    text +=
        "\n| vector | status | harm | cause | want | got | smallest case |\n"
        "|---|---|---|---|---|---|---|\n" +
        rows;
  }
  for (const explain::Diagnosis& diagnosis : report.diagnoses) {
    text += fmt::format("\nConfirmed: {} This reproduces {} of {}.\n", code(diagnosis.says, 300),
                        diagnosis.explains.size(), counted(diagnosis.failures, "failure"));
  }
  for (const auto& [version, ids] : explain::unicode_deltas(report.results)) {
    text += fmt::format("\n{} {} right for Unicode {}.\n", counted(ids.size(), "vector"),
                        ids.size() == 1 ? "is" : "are", code(version));
  }
  return text + fmt::format("\nSuite {} (`{}`), {}{}.\n", report.suite_version,
                            report.suite_digest.substr(0, 12),
                            counted(report.results.size(), "vector"),
                            report.seed ? fmt::format(", seed {}", *report.seed) : "");
}

Comparison compare_reports(const Report& older, const Report& newer) {
  Comparison comparison;
  std::map<std::string_view, program::Status> before;
  for (const explain::Result& result : older.results) {
    before.emplace(result.id, result.status);
  }
  for (const explain::Result& result : newer.results) {
    const auto found = before.find(result.id);
    if (found == before.end()) {
      comparison.text += fmt::format("new      {}  {}\n", result.id, name(result.status));
    } else if (found->second != result.status) {
      const bool worse = !program::is_failure(found->second) && program::is_failure(result.status);
      const bool better = program::is_failure(found->second) && !program::is_failure(result.status);
      comparison.worse = comparison.worse || worse;
      comparison.text += fmt::format("{:<8} {}  {} -> {}\n",
                                     worse    ? "worse"
                                     : better ? "better"
                                              : "changed",
                                     result.id, name(found->second), name(result.status));
    }
    if (found != before.end()) before.erase(found);
  }
  for (const auto& [id, status] : before) {
    comparison.text += fmt::format("gone     {}  {}\n", id, name(status));
  }
  for (std::size_t i = 0; i < newer.levels.size(); ++i) {
    if (older.levels[i].verdict != newer.levels[i].verdict) {
      comparison.worse = comparison.worse || older.levels[i].verdict == Verdict::conforms;
      comparison.text += fmt::format("{} {} -> {}\n", suite::level_names[i],
                                     name(older.levels[i].verdict), name(newer.levels[i].verdict));
    }
  }
  if (older.suite_digest != newer.suite_digest) {
    comparison.text += fmt::format("the suites differ: {} {} and {} {}\n", older.suite_version,
                                   older.suite_digest.substr(0, 12), newer.suite_version,
                                   newer.suite_digest.substr(0, 12));
  }
  return comparison;
}

}  // namespace bpetite::conform::report
