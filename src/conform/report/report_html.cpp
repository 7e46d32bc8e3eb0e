// Writes reports as one self-contained HTML page, without scripts, fonts or anything to download
// (to_html): a table with a row for each report, and below it the failures of each level, grouped
// by cause. Failures that the library's documentation states are shown as stated. Texts of programs
// are escaped. Also draws the badge of a report as SVG (to_badge).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "conform/judge/judge.hpp"
#include "conform/report/report_forms.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::report {
namespace {

// The styles are for light and dark, screens and paper.
constexpr std::string_view html_head =
    R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Byte-level BPE: who conforms</title>
<style>
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d5dae0;--paper:#fff;
--tint:#f5f7f9;
--good:#116329;--goodbg:#dafbe1;--bad:#a40e26;--badbg:#ffebe9;--mid:#7d4e00;--midbg:#fff3cf;
--link:#0550ae}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa5b1;--line:#353d47;--paper:#0f1318;
--tint:#181e25;--good:#63d67c;--goodbg:#10301a;--bad:#ff938a;--badbg:#3d1518;--mid:#eac55f;
--midbg:#352a0b;--link:#79b8ff}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:94rem;
margin:0 auto;padding:1.5rem 1rem 4rem}
a{color:var(--link)}a:focus-visible,summary:focus-visible{outline:3px solid var(--link);
outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem}.skip:focus{position:static}
h1{font-size:1.6rem;margin:.2rem 0}h2{font-size:1.25rem;margin:3rem 0 .3rem;padding-top:.6rem;
border-top:2px solid var(--line);scroll-margin-top:3.2rem}
h3{font-size:1rem;margin:1.2rem 0 .4rem;scroll-margin-top:3.2rem}
.soft{color:var(--soft)}small{font-weight:400;color:var(--soft)}
.wide{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;width:100%}caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.32rem .6rem;border-bottom:1px solid var(--line)}
thead th{background:var(--tint);font-size:.85rem}
tbody th{font-weight:600}
.matrix td a{display:block;text-decoration:none;color:inherit}
.matrix{font-size:.92rem}.matrix th,.matrix td{padding:.3rem .4rem}
.matrix th small{display:block}.matrix .v{white-space:normal;font-size:.82rem}
.v{display:inline-block;border-radius:5px;padding:.05rem .4rem;font-size:.86rem;font-weight:600;
white-space:nowrap}.line{white-space:normal}
section p,section li{max-width:60rem}.findings li{margin:.3rem 0}
.conforms{color:var(--good);background:var(--goodbg)}.fails{color:var(--bad);
background:var(--badbg)}
.as-stated{color:var(--mid);background:var(--midbg)}.not-claimed{color:var(--soft)}
code{font:.82rem/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.35rem .7rem}
details[open]{background:var(--tint)}summary{cursor:pointer}
blockquote{margin:.4rem 0;padding:.2rem .8rem;border-left:3px solid var(--mid)}
.legend{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;padding:0;list-style:none;font-size:.92rem}
dl{display:grid;grid-template-columns:5rem 1fr;gap:.15rem .6rem;margin:.5rem 0}dt{color:var(--soft)}
dd{margin:0}
@media(max-width:70rem){
.matrix thead{display:none}
.matrix,.matrix caption,.matrix tbody,.matrix tr,.matrix th,.matrix td{display:block}
.matrix tr{border:1px solid var(--line);border-radius:6px;margin:.6rem 0;padding:.3rem .5rem}
.matrix th,.matrix td{border:0;padding:.12rem .2rem}
.matrix td{display:flex;gap:.5rem;align-items:baseline}
.matrix td::before{content:attr(data-title);flex:0 0 8.5rem;color:var(--soft);font-size:.85rem}
.matrix td a{display:inline}dl{grid-template-columns:4rem 1fr}}
@media print{details>*{display:revert}.skip{display:none}}
</style></head><body>
<a class="skip" href="#results">To the results</a>
<header><h1>Byte-level BPE: who conforms</h1>
)";

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

// The failures of one group. They are folded, so that the list of groups stays short.
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

// The groups of failures of a level. The worst harm comes first, and failures that make the level
// fail come before others.
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
    text += fmt::format("<li><a href=\"#r{}-{}\">{}</a>, {}: {}<br><code>{}</code></li>\n", number,
                        suite::level_names.at(static_cast<std::size_t>(first.level)),
                        counted(group.size(), "vector"), harm_words(first.harm), group_title(first),
                        escaped(seen, 240));
  }
  if (text.empty()) return "<p>Nothing was found.</p>\n";
  const std::string more = groups.size() > shown_findings
                               ? fmt::format("<p>And {}, by level below.</p>\n",
                                             counted(groups.size() - shown_findings, "more group"))
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
        "<p>Confirmed: {} This reproduces {} of {}{}.</p>\n", escaped(diagnosis.says),
        diagnosis.explains.size(), counted(diagnosis.failures, "failure"),
        diagnosis.ops.empty() ? "" : fmt::format(" of {}", fmt::join(diagnosis.ops, ", ")));
  }
  for (const auto& [version, ids] : explain::unicode_deltas(report.results)) {
    text += fmt::format(
        "<p>{} of Unicode {}{}.</p>\n",
        ids.size() == 1 ? "1 result is that" : fmt::format("{} results are those", ids.size()),
        escaped(version), version == report.unicode ? ", the version that it names" : "");
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

// --- The badge: the verdict on ids, and the role or the number of levels that conform. ---

namespace {

struct Words {
  std::string text;
  std::string_view colour;
};

// The text of the badge: the verdict with its class if ids or chunks were judged, else the number
// of levels that conform.
Words words_of(const Report& report) {
  std::size_t conforming = 0;
  std::size_t failing = 0;
  std::array<Verdict, suite::level_names.size()> verdicts{};
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
    return {fmt::format("{}{} of {}", text, conforming, counted(conforming + failing, "level")),
            "#b33"};
  }
  return {text + (role.empty() ? counted(conforming, "level") : std::string(role)), "#282"};
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
