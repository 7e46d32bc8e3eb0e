// One page, self-contained: no script, no font, nothing that is fetched. Everything that strangers
// have said of themselves is escaped.
#include <fmt/format.h>

#include "conform/reports.hpp"

namespace bpetite::conform {
namespace {

constexpr std::string_view head =
    R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Byte-level BPE: who conforms</title>
<style>
:root{color-scheme:light dark;--line:#8886;--good:#17803d;--bad:#c02626;--mute:#888}
body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.5rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem;border-bottom:1px solid var(--line)}
.conforms{color:var(--good);font-weight:600}.fails{color:var(--bad);font-weight:600}
.not-claimed{color:var(--mute)}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}
summary{cursor:pointer}dl{display:grid;grid-template-columns:6rem 1fr;gap:.2rem .8rem;margin:.6rem 0}
dt{color:var(--mute)}dd{margin:0}
</style></head><body>
<h1>Byte-level BPE: who conforms</h1>
)";

std::string escaped(std::string_view text, std::size_t limit = 400) {
  std::string safe;
  for (const char c : shortened(text, limit)) {
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

std::string verdict_cell(const LevelReport& level) {
  std::string counts;
  for (const auto& [status, count] : level.counts) {
    if (status != Status::not_claimed) counts += fmt::format("{} {} ", name(status), count);
  }
  return fmt::format(R"(<td class="{0}" title="{1}">{0}{2}</td>)", name(level.verdict), counts,
                     level.known > 0 ? fmt::format(" (known: {})", level.known) : "");
}

std::string row(const Report& report, std::size_t number) {
  std::string text = fmt::format(
      R"(<tr><th scope="row"><a href="#r{}">{}</a></th><td>{}</td><td>{}</td><td>{}</td>)", number,
      escaped(report.name, 60), escaped(report.version, 30), escaped(report.language, 30),
      escaped(report.unicode.empty() ? "not named" : report.unicode, 20));
  for (std::size_t i = 0; i < 5; ++i) {
    text += verdict_cell(report.levels[i]);
  }
  return text + "</tr>\n";
}

std::string entry(std::string_view title, std::string_view value, std::size_t limit = 400) {
  return value.empty()
             ? ""
             : fmt::format("<dt>{}</dt><dd><code>{}</code></dd>", title, escaped(value, limit));
}

std::string failure_block(const Result& result) {
  std::string requirements;
  for (const std::string& requirement : result.requirements) {
    requirements += requirement + " ";
  }
  return fmt::format(
      "<details><summary><span class=\"fails\">{}</span> <code>{}</code> {} {}</summary>"
      "<dl>{}{}{}{}{}{}{}{}{}</dl></details>\n",
      name(result.status), escaped(result.id), escaped(requirements),
      escaped(result.flags.empty() ? "" : result.flags.front()), entry("where", result.where),
      entry("want", result.want), entry("got", result.got), entry("error", result.detail),
      entry("note", result.note), entry("rule", result.rule), entry("like", result.resembles),
      entry("shrunk", result.shrunk), entry("repro", result.repro, 4096));
}

std::string section(const Report& report, std::size_t number) {
  std::string text = fmt::format(
      "<h2 id=\"r{}\">{} {}</h2>\n<p>{}.{}</p>\n", number, escaped(report.name, 60),
      escaped(report.version, 30), escaped(summary(report)),
      report.partial.empty() ? "" : " The run came to no end: " + escaped(report.partial));
  for (const auto& [version, ids] : unicode_deltas(report)) {
    text +=
        fmt::format("<p>{} vectors are right for Unicode {}.</p>\n", ids.size(), escaped(version));
  }
  for (const Result& result : report.results) {
    if (is_failure(result.status) && result.status != Status::unicode_delta) {
      text += failure_block(result);
    }
  }
  return text;
}

}  // namespace

std::string to_html(std::span<const Report> reports) {
  std::string text(head);
  if (!reports.empty()) {
    text += fmt::format("<p>Suite {}, {} vectors, digest <code>{}</code>.</p>\n",
                        escaped(reports.front().suite_version), reports.front().results.size(),
                        escaped(reports.front().suite_digest.substr(0, 16)));
  }
  text +=
      "<div class=\"wide\"><table><thead><tr><th>implementation</th><th>version</th>"
      "<th>language</th><th>Unicode</th><th>L0 chunks</th><th>L1 codec</th><th>L2 loader</th>"
      "<th>L3 trainer</th><th>L4 saver</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    text += row(reports[i], i);
  }
  text += "</tbody></table></div>\n";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    text += section(reports[i], i);
  }
  return text + "</body></html>\n";
}

}  // namespace bpetite::conform
