// Writes a self-contained HTML page, without scripts, fonts or anything to download. Texts of
// programs are escaped. The failures of a level are grouped by cause.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "conform/judge/shown.hpp"
#include "conform/report/report_forms.hpp"
#include "conform/report/report_html_head.hpp"

namespace bpetite::conform::report {
namespace {

constexpr std::array<std::string_view, 6> titles = {"L0 chunks",  "L1 codec", "L2 loader",
                                                    "L3 trainer", "L4 saver", "L5 conversations"};
// For each cause, this many vectors are shown in full, and the others by id.
constexpr std::size_t shown_vectors = 6;

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

// A cell of the table: a sign, a word, and the number of required vectors that fail.
std::string verdict_cell(const Report& report, const StatedDifferences& stated, std::size_t number,
                         std::size_t index) {
  const suite::Level level = static_cast<suite::Level>(index);
  const LevelReport& it = report.levels.at(index);
  if (it.verdict == Verdict::not_claimed) {
    return fmt::format(R"(<td><span class="v not-claimed">&ndash; {}</span></td>)",
                       is_left_out(report, level) ? "not judged" : "not claimed");
  }
  const std::size_t failed = required_failures(report, level);
  const std::size_t passed =
      it.required.contains(drive::Status::pass) ? it.required.at(drive::Status::pass) : 0;
  const std::string known = it.known > 0 ? fmt::format(", known: {}", it.known) : "";
  const bool as_stated = fails_as_stated(stated, report, level);
  const std::string verdict =
      it.verdict == Verdict::conforms ? R"(<span class="v conforms">&#10003; conforms</span>)"
      : as_stated
          ? fmt::format(R"(<span class="v as-stated">&#8776; as stated ({}{})</span>)", failed,
                        known)
          : fmt::format(R"(<span class="v fails">&#10007; fails ({}{})</span>)", failed, known);
  return fmt::format(R"(<td title="{} required vectors pass"><a href="#r{}-{}">{}</a></td>)",
                     passed, number, suite::level_names.at(index), verdict);
}

std::string row(const Report& report, const StatedDifferences& stated, std::size_t number) {
  std::string text = fmt::format(
      R"(<tr><th scope="row"><a href="#r{}">{}</a></th><td>{}</td><td>{}</td><td>{}</td>)", number,
      escaped(report.name, 60), escaped(report.version, 30), escaped(report.language, 30),
      escaped(report.unicode.empty() ? "not named" : report.unicode, 20));
  for (std::size_t level = 0; level < titles.size(); ++level) {
    text += verdict_cell(report, stated, number, level);
  }
  return text + "</tr>\n";
}

std::string entry(std::string_view title, std::string_view value, std::size_t limit = 300) {
  return value.empty()
             ? ""
             : fmt::format("<dt>{}</dt><dd><code>{}</code></dd>", title, escaped(value, limit));
}

std::string failure_block(const diagnose::Result& result) {
  std::string requirements;
  for (const std::string& requirement : result.requirements) {
    requirements += requirement + " ";
  }
  return fmt::format(
      "<p><strong>{}</strong> <code>{}</code> <small>{}{}</small></p><dl>{}{}{}{}{}{}{}{}{}</dl>\n",
      name(result.status), escaped(result.id), escaped(requirements), tier_words(result),
      entry("where", result.where), entry("want", result.want), entry("got", result.got),
      entry("error", result.detail), entry("pairs", result.candidates), entry("rule", result.rule),
      entry("like", result.resembles), entry("shrunk", result.shrunk),
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

using Cause = std::vector<const diagnose::Result*>;

// The flag of a result, or its id if it has none. All results that were not sent have one cause.
std::string cause_of(const diagnose::Result& result) {
  if (diagnose::is_unsent(result)) return "not asked after eight time-outs";
  return result.flags.empty() ? result.id : result.flags.front();
}

// The failures of one cause, folded, so that the list of causes stays short.
std::string cause_block(const Report& report, const StatedDifferences& stated, const Cause& cause) {
  const diagnose::Result& first = *cause.front();
  const StatedDifference* statement = stated_difference_for(stated, report, first);
  std::string text = fmt::format(
      "<details><summary><span class=\"v {}\">{}</span> <strong>{}</strong> {}</summary>\n",
      statement == nullptr ? "fails" : "as-stated", cause.size(), escaped(cause_of(first)),
      escaped(first.note));
  if (statement != nullptr) text += statement_block(*statement);
  std::string others;
  for (std::size_t i = 0; i < cause.size(); ++i) {
    if (i < shown_vectors) {
      text += failure_block(*cause[i]);
    } else {
      others += fmt::format(" <code>{}</code>", escaped(cause[i]->id));
    }
  }
  if (!others.empty()) text += fmt::format("<p>And{}</p>\n", others);
  return text + "</details>\n";
}

std::string level_section(const Report& report, const StatedDifferences& stated, std::size_t number,
                          std::size_t level) {
  // Grouped by statement and flag. Causes that fail the level come first.
  std::map<std::tuple<bool, const StatedDifference*, std::string>, Cause> causes;
  for (const diagnose::Result& result : report.results) {
    if (static_cast<std::size_t>(result.level) != level || !drive::is_failure(result.status) ||
        result.status == drive::Status::unicode_delta) {
      continue;
    }
    const StatedDifference* statement = stated_difference_for(stated, report, result);
    causes[{result.tier != suite::Tier::required, statement, cause_of(result)}].push_back(&result);
  }
  if (causes.empty()) return "";
  std::string text = fmt::format("<h3 id=\"r{}-{}\">{}</h3>\n", number,
                                 suite::level_names.at(level), titles.at(level));
  for (const auto& [key, cause] : causes) {
    text += cause_block(report, stated, cause);
  }
  return text;
}

std::string section(const Report& report, const StatedDifferences& stated, std::size_t number) {
  std::string text = fmt::format(
      "<section><h2 id=\"r{}\">{} <small>{} &middot; {}</small></h2>\n<p>{}.{} "
      "<a class=\"soft\" href=\"#results\">To the table</a></p>\n",
      number, escaped(report.name, 60), escaped(report.version, 30), escaped(report.language, 30),
      escaped(summary(report)),
      report.partial.empty() ? "" : " The run did not finish: " + escaped(report.partial));
  for (const diagnose::Diagnosis& diagnosis : report.diagnoses) {
    text += fmt::format("<p>{}: {} This explains {} failures.</p>\n", escaped(diagnosis.about),
                        escaped(diagnosis.says), diagnosis.explains.size());
  }
  for (const auto& [version, ids] : diagnose::unicode_deltas(report.results)) {
    text +=
        fmt::format("<p>{} results are those of Unicode {}{}.</p>\n", ids.size(), escaped(version),
                    version == report.unicode ? ", the version that it names" : "");
  }
  for (std::size_t level = 0; level < titles.size(); ++level) {
    text += level_section(report, stated, number, level);
  }
  return text + "</section>\n";
}

}  // namespace

std::string to_html(std::span<const Report> reports, const StatedDifferences& stated) {
  std::string text(html_head);
  if (!reports.empty()) {
    text += fmt::format(
        "<p class=\"soft\">{} implementation{}, judged by the vectors of suite {}, digest "
        "<code>{}</code>.</p>\n",
        reports.size(), reports.size() == 1 ? "" : "s", escaped(reports.front().suite_version),
        escaped(reports.front().suite_digest.substr(0, 16)));
  }
  text +=
      "<ul class=\"legend\"><li><span class=\"v conforms\">&#10003; conforms</span> every required "
      "vector as wanted</li><li><span class=\"v as-stated\">&#8776; as stated</span> differs only "
      "in "
      "ways that the library itself states</li><li><span class=\"v fails\">&#10007; fails</span> "
      "(required vectors)</li><li><span class=\"v not-claimed\">&ndash; not claimed</span> has no "
      "such "
      "operation</li></ul></header>\n<main id=\"results\"><div class=\"wide\" tabindex=\"0\" "
      "role=\"region\" aria-label=\"Verdicts\"><table class=\"matrix\"><caption>A verdict leads to "
      "its failures, grouped by cause.</caption><thead><tr>";
  for (const std::string_view column : {"implementation", "version", "language", "Unicode"}) {
    text += fmt::format("<th scope=\"col\">{}</th>", column);
  }
  for (std::size_t level = 0; level < titles.size(); ++level) {
    text += fmt::format("<th scope=\"col\">{}</th>", titles.at(level));
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
