// Writes a self-contained HTML page, without scripts, fonts or anything to download. Texts of
// programs are escaped. The failures of a level are grouped by cause.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "conform/judge/judge.hpp"
#include "conform/report/judged_class.hpp"
#include "conform/report/report_columns.hpp"
#include "conform/report/report_forms.hpp"
#include "conform/report/report_html_head.hpp"

namespace bpetite::conform::report {
namespace {

// For each group, this many vectors are shown in full, and the others by id.
constexpr std::size_t shown_vectors = 6;
constexpr std::size_t shown_findings = 12;

std::string escaped(std::string_view text, std::size_t limit = 400) {
  std::string safe;
  for (const char c : judge::shortened(text, limit)) {
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

// A cell of the table: a sign, a word, and the number of required vectors that fail. On a narrow
// screen a row is a card, and each cell shows its title.
std::string verdict_cell(const Report& report, const StatedDifferences& stated, std::size_t number,
                         const MatrixColumn& column) {
  const LevelReport& it = report.levels.at(static_cast<std::size_t>(column.level));
  const Verdict verdict = verdict_of(report, column.level, column.part);
  if (verdict == Verdict::not_claimed) {
    return fmt::format(R"(<td data-title="{}"><span class="v not-claimed">&ndash; {}</span></td>)",
                       column.title,
                       is_left_out(report, column.level) ? "not judged" : "not claimed");
  }
  const std::size_t failed = required_failures(report, column.level, column.part);
  const bool with_known = it.known > 0 && !column.part;
  const std::string known = with_known ? fmt::format(", known: {}", it.known) : "";
  const std::string text =
      verdict == Verdict::conforms
          ? fmt::format(R"(<span class="v conforms">&#10003;&nbsp;{}</span>)",
                        short_verdict(report, verdict))
      : fails_as_stated(stated, report, column.level, column.part)
          ? fmt::format(R"(<span class="v as-stated">&#8776; as stated ({}{})</span>)", failed,
                        known)
          : fmt::format(R"(<span class="v fails">&#10007; fails ({}{})</span>)", failed, known);
  return fmt::format(R"(<td data-title="{}"><a href="#r{}-{}">{}</a></td>)", column.title, number,
                     suite::level_names.at(static_cast<std::size_t>(column.level)), text);
}

std::string headline_mark(const Report& report) {
  const Headline headline = headline_of(report);
  const auto [style, sign] =
      headline.verdict == Verdict::conforms ? std::pair("conforms", "&#10003; ")
      : headline.verdict == Verdict::fails  ? std::pair("fails", "&#10007; ")
                                            : std::pair("not-claimed", "&ndash; ");
  return fmt::format(R"(<span class="v {} line">{}{}</span>)", style, sign,
                     escaped(headline.text, 100));
}

std::string row(const Report& report, const StatedDifferences& stated, std::size_t number) {
  std::string text =
      fmt::format(R"(<tr><th scope="row"><a href="#r{}">{}</a> <small>{} &middot; {}</small></th>)"
                  R"(<td data-title="verdict">{}</td>)",
                  number, escaped(report.name, 60), escaped(report.version, 30),
                  escaped(report.language, 30), headline_mark(report));
  for (const MatrixColumn& column : matrix_columns) {
    text += verdict_cell(report, stated, number, column);
  }
  return text + "</tr>\n";
}

std::string entry(std::string_view title, std::string_view value, std::size_t limit = 300) {
  return value.empty()
             ? ""
             : fmt::format("<dt>{}</dt><dd><code>{}</code></dd>", title, escaped(value, limit));
}

std::string failure_block(const explain::Result& result) {
  std::string requirements;
  for (const std::string& requirement : result.requirements) {
    requirements += requirement + " ";
  }
  return fmt::format(
      "<p><strong>{}</strong> <code>{}</code> <small>{}{}</small></p><dl>{}{}{}{}{}{}{}{}</dl>\n",
      name(result.status), escaped(result.id), escaped(requirements), tier_words(result),
      entry("where", result.where), entry("want", result.want), entry("got", result.got),
      entry("error", result.detail), entry("pairs", result.candidates),
      entry("tests", result.tests), entry("shrunk", result.shrunk),
      entry("repro", result.repro, 4096));
}

std::string statement_block(const StatedDifference& statement) {
  const std::string quote =
      statement.quote.empty()
          ? ""
          : fmt::format("<blockquote><code>{}</code></blockquote>", escaped(statement.quote, 600));
  // Only a web address becomes a link.
  const std::string link =
      statement.link.starts_with("https://")
          ? fmt::format(R"( <a href="{0}">source</a>)", escaped(statement.link, 300))
          : "";
  return fmt::format("<p>Stated by the library: {}.{}</p>{}\n", escaped(statement.says), link,
                     quote);
}

using FailureGroup = std::vector<const explain::Result*>;

std::string_view harm_words(explain::Harm harm) {
  return harm == explain::Harm::wrong_result ? "other ids, text or file"
         : harm == explain::Harm::no_result  ? "refuses, dies or hangs"
                                             : "error told otherwise";
}

// "cause no-lookahead: ...", or "not explained", and then what the vectors test.
std::string group_title(const explain::Result& first) {
  if (explain::is_unsent(first)) return "not asked after eight time-outs";
  if (!first.causes.empty()) {
    return fmt::format("<strong>confirmed: {}</strong> {}",
                       escaped(fmt::format("{}", fmt::join(first.causes, " and "))),
                       escaped(first.rule));
  }
  const std::string flag = first.flags.empty() ? first.id : first.flags.front();
  return fmt::format("<strong>not explained</strong>, in vectors that test {}", escaped(flag));
}

// The failures of one group, folded, so that the list of groups stays short.
std::string group_block(const Report& report, const StatedDifferences& stated,
                        const FailureGroup& group) {
  const explain::Result& first = *group.front();
  const StatedDifference* statement = stated_difference_for(stated, report, first);
  std::string text = fmt::format(
      "<details><summary><span class=\"v {}\">{}</span> {} <small>{}</small></summary>\n",
      statement == nullptr ? "fails" : "as-stated", group.size(), group_title(first),
      harm_words(first.harm));
  if (statement != nullptr) text += statement_block(*statement);
  std::string others;
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (i < shown_vectors) {
      text += failure_block(*group[i]);
    } else {
      others += fmt::format(" <code>{}</code>", escaped(group[i]->id));
    }
  }
  if (!others.empty()) text += fmt::format("<p>And{}</p>\n", others);
  return text + "</details>\n";
}

// The groups of a level. The worst harm comes first, and what fails the level.
std::string level_section(const Report& report, const StatedDifferences& stated, std::size_t number,
                          std::size_t level) {
  std::vector<std::pair<std::pair<bool, explain::Harm>, FailureGroup>> groups;
  for (const FailureGroup& all : failures_by_cause(report)) {
    std::map<const StatedDifference*, FailureGroup> by_statement;
    for (const explain::Result* result : all) {
      if (static_cast<std::size_t>(result->level) == level) {
        by_statement[stated_difference_for(stated, report, *result)].push_back(result);
      }
    }
    for (auto& [statement, group] : by_statement) {
      const explain::Result& first = *group.front();
      groups.emplace_back(std::pair(first.tier != suite::Tier::required, first.harm),
                          std::move(group));
    }
  }
  if (groups.empty()) return "";
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& one, const auto& other) { return one.first < other.first; });
  const auto column = std::find_if(
      matrix_columns.begin(), matrix_columns.end(),
      [&](const MatrixColumn& it) { return static_cast<std::size_t>(it.level) == level; });
  std::string text =
      fmt::format("<h3 id=\"r{}-{}\">{}</h3>\n", number, suite::level_names.at(level),
                  column->part ? "L1 codec" : column->title);
  for (const auto& [key, group] : groups) {
    text += group_block(report, stated, group);
  }
  return text;
}

// The first findings in one line each, the worst harm first.
std::string findings_list(const Report& report, std::size_t number) {
  std::string text;
  std::size_t count = 0;
  const auto groups = failures_by_cause(report);
  for (const FailureGroup& group : groups) {
    const explain::Result& first = *group.front();
    if (++count > shown_findings) break;
    const std::string seen = first.shrunk.empty()
                                 ? fmt::format("{}: want {}, got {}", first.id, first.want,
                                               first.got.empty() ? first.detail : first.got)
                                 : first.shrunk;
    text += fmt::format("<li><a href=\"#r{}-{}\">{} vector{}</a>, {}: {}<br><code>{}</code></li>\n",
                        number, suite::level_names.at(static_cast<std::size_t>(first.level)),
                        group.size(), group.size() == 1 ? "" : "s", harm_words(first.harm),
                        group_title(first), escaped(seen, 240));
  }
  if (text.empty()) return "<p>Nothing was found.</p>\n";
  const std::string more = groups.size() > shown_findings
                               ? fmt::format("<p>And {} more groups, by level below.</p>\n",
                                             groups.size() - shown_findings)
                               : "";
  return fmt::format("<h3>Findings</h3>\n<ol class=\"findings\">{}</ol>\n{}", text, more);
}

std::string section(const Report& report, const StatedDifferences& stated, std::size_t number) {
  std::string text = fmt::format(
      "<section><h2 id=\"r{}\">{} <small>{} &middot; {}{}</small></h2>\n<p>{} <span "
      "class=\"soft\">{}.{}</span> <a class=\"soft\" href=\"#results\">To the table</a></p>\n",
      number, escaped(report.name, 60), escaped(report.version, 30), escaped(report.language, 30),
      report.date.empty() ? "" : " &middot; judged on " + escaped(report.date, 20),
      headline_mark(report), escaped(summary(report)),
      report.partial.empty() ? "" : " The run did not finish: " + escaped(report.partial));
  for (const explain::Diagnosis& diagnosis : report.diagnoses) {
    text += fmt::format(
        "<p>Confirmed: {} This reproduces {} of {} failures{}.</p>\n", escaped(diagnosis.says),
        diagnosis.explains.size(), diagnosis.failures,
        diagnosis.ops.empty() ? "" : fmt::format(" of {}", fmt::join(diagnosis.ops, ", ")));
  }
  for (const auto& [version, ids] : explain::unicode_deltas(report.results)) {
    text +=
        fmt::format("<p>{} results are those of Unicode {}{}.</p>\n", ids.size(), escaped(version),
                    version == report.unicode ? ", the version that it names" : "");
  }
  text += findings_list(report, number);
  for (std::size_t level = 0; level < suite::level_names.size(); ++level) {
    text += level_section(report, stated, number, level);
  }
  return text + "</section>\n";
}

std::string newest_date(std::span<const Report> reports) {
  std::string date;
  for (const Report& report : reports) {
    date = std::max(date, report.date);
  }
  return date;
}

}  // namespace

std::string to_html(std::span<const Report> reports, const StatedDifferences& stated) {
  std::string text(html_head);
  if (!reports.empty()) {
    text += fmt::format(
        "<p class=\"soft\">{} implementation{}, judged by the vectors of suite {}, digest "
        "<code>{}</code>{}.</p>\n",
        reports.size(), reports.size() == 1 ? "" : "s", escaped(reports.front().suite_version),
        escaped(reports.front().suite_digest.substr(0, 16)),
        newest_date(reports).empty() ? "" : ", on " + escaped(newest_date(reports), 20));
  }
  text +=
      "<ul class=\"legend\"><li><span class=\"v conforms\">&#10003; conforms</span> every required "
      "vector as wanted</li><li><span class=\"v conforms\">&#10003; in its class</span> the same, "
      "for the class that its verdict names</li><li><span class=\"v as-stated\">&#8776; as "
      "stated</span> differs only in ways that the library itself states</li><li><span class=\"v "
      "fails\">&#10007; fails (n)</span> n required vectors</li><li><span class=\"v "
      "not-claimed\">&ndash; not claimed</span> has no such operation</li><li>The class is the "
      "profile, how pairs are looked up, and the Unicode version.</li></ul></header>\n<main "
      "id=\"results\"><div class=\"wide\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Verdicts\"><table class=\"matrix\"><caption>A verdict leads to "
      "its failures, grouped by cause.</caption><thead><tr>";
  for (const std::string_view title : {"implementation", "verdict"}) {
    text += fmt::format("<th scope=\"col\">{}</th>", title);
  }
  for (const MatrixColumn& column : matrix_columns) {
    text += fmt::format("<th scope=\"col\">{}</th>", column.title);
  }
  text += "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    text += row(reports[i], stated, i);
  }
  text += "</tbody></table></div>\n";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    text += section(reports[i], stated, i);
  }
  return text + "</main></body></html>\n";
}

}  // namespace bpetite::conform::report
