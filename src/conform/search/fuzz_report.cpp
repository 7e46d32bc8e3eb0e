// Writes the findings of fuzzing: one finding as text (to_text), the last line of a run (summary),
// all findings as JSON (to_json), and their cases as groups of vectors (vectors_of).
#include "conform/search/fuzz_report.hpp"

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <utility>

#include "conform/judge/judge.hpp"
#include "conform/search/fuzz_cases.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::search {
namespace {

constexpr std::size_t shown_width = 200;

std::string line(std::string_view title, std::string_view text, std::size_t limit = shown_width) {
  return text.empty() ? "" : fmt::format("  {:<8}{}\n", title, judge::shortened(text, limit));
}

std::string seconds(std::uint64_t ms) { return fmt::format("{}.{} s", ms / 1000, ms % 1000 / 100); }

json::Value finding_value(const FuzzFinding& finding) {
  std::vector<std::string> steps;
  for (const suite::Vector& step : finding.steps) {
    steps.push_back(step.id);
  }
  return {json::Object{{"id", json::string(finding.id)},
                       {"op", json::string(finding.op)},
                       {"status", json::string(name(finding.status))},
                       {"law", json::string(finding.law)},
                       {"case", json::string(finding.what)},
                       {"want", json::string(finding.want)},
                       {"got", json::string(finding.got)},
                       {"detail", json::string(judge::shortened(finding.detail, 400))},
                       {"shrunk", json::string(finding.course)},
                       {"repro", json::string(finding.repro)},
                       {"number", json::integer(finding.number)},
                       {"seen", json::integer(finding.seen)},
                       {"queries", json::integer(finding.queries)},
                       {"found_ms", json::integer(finding.found_ms)},
                       {"shrunk_ms", json::integer(finding.shrunk_ms)},
                       {"vectors", suite::strings_value(steps)}}};
}

// Adds the readable text beside its hex, if JSON can hold it.
json::Object mirrored(const json::Object& input) {
  json::Object result;
  for (const json::Member& member : input) {
    result.push_back(member);
    const auto* hex = std::get_if<std::string>(&member.value.data);
    if (hex != nullptr && member.key.ends_with("_hex")) {
      const auto bytes = suite::from_hex(*hex);
      if (bytes && !utf8::first_ill_formed(*bytes)) {
        result.push_back({member.key.substr(0, member.key.size() - 4), json::string(*bytes)});
      }
    } else if (const auto* inner = std::get_if<json::Object>(&member.value.data)) {
      result.back().value = {mirrored(*inner)};
    }
  }
  return result;
}

json::Value vector_value(const suite::Vector& vector) {
  json::Object value{{"id", json::string(vector.id)},
                     {"rev", json::integer(1)},
                     {"tier", json::string("required")},
                     {"fr", suite::strings_value(vector.clauses)},
                     {"flags", {json::Array{}}}};
  if (!vector.requires_caps.empty())
    value.push_back({"requires", suite::strings_value(vector.requires_caps)});
  value.push_back({"comment", json::string(vector.comment)});
  const bool has_readable_texts = !suite::is_motion_op(vector.op);
  value.push_back({"input", {has_readable_texts ? mirrored(vector.input) : vector.input}});
  if (!std::holds_alternative<std::nullptr_t>(vector.artifact.data)) {
    value.push_back({"artifact", vector.artifact});
  }
  value.push_back({"expect", {vector.expect}});
  value.push_back({"kills", {json::Array{}}});
  return {std::move(value)};
}

}  // namespace

std::string to_text(const FuzzFinding& finding) {
  std::string text = fmt::format("FOUND {}  {}  case {}, {}\n", finding.id, name(finding.status),
                                 suite::counted(finding.number, ""), seconds(finding.found_ms));
  text += line("law", finding.law);
  text += line("case", finding.what, 600);
  text += line("want", finding.want);
  text += line("got", finding.got);
  text += line("error", finding.detail);
  text += line("found", finding.course, 400);
  return text + line("repro", finding.repro, 4096);
}

std::string summary(const FuzzReport& report) {
  const std::size_t found = report.findings.size();
  std::string text = fmt::format(
      "{} in {}, {}, seed {}", found == 0 ? "no finding" : suite::counted(found, "finding"),
      suite::counted(report.cases, "case"), seconds(report.elapsed_ms), report.seed);
  for (const FuzzFinding& finding : report.findings) {
    text += fmt::format("\n  {}  {}  seen in {}", finding.id, name(finding.status),
                        suite::counted(finding.seen, "case"));
  }
  return text + (report.partial.empty() ? "\n" : fmt::format("\nPARTIAL: {}\n", report.partial));
}

std::string to_json(const FuzzReport& report) {
  json::Object by_op;
  for (const auto& [op, count] : report.by_op) {
    by_op.push_back({op, json::integer(count)});
  }
  json::Array findings;
  for (const FuzzFinding& finding : report.findings) {
    findings.push_back(finding_value(finding));
  }
  const json::Object program{{"command", json::string(report.command)},
                             {"name", json::string(report.hello.name)},
                             {"version", json::string(report.hello.version)},
                             {"language", json::string(report.hello.language)},
                             {"unicode", json::string(report.hello.unicode)},
                             {"builtin", json::string(report.builtin)}};
  const json::Object document{{"schema", json::integer(1)},
                              {"implementation", {program}},
                              {"seed", json::integer(report.seed)},
                              {"cases", json::integer(report.cases)},
                              {"cases_by_op", {std::move(by_op)}},
                              {"starts", json::integer(static_cast<std::uint64_t>(report.starts))},
                              {"elapsed_ms", json::integer(report.elapsed_ms)},
                              {"partial", json::string(report.partial)},
                              {"findings", {std::move(findings)}}};
  return json::serialize({document}) + "\n";
}

suite::Files vectors_of(const FuzzReport& report) {
  std::map<std::string, json::Array> groups;
  std::set<std::string> ids;
  for (const FuzzFinding& finding : report.findings) {
    for (const suite::Vector& step : finding.steps) {
      if (ids.insert(step.id).second) groups[step.op].push_back(vector_value(step));
    }
  }
  suite::Files files;
  for (const auto& [op, vectors] : groups) {
    std::string text = fmt::format(
        "{{\"schema\":1,\"group\":\"fuzz-{}\",\"level\":\"{}\",\"op\":\"{}\","
        "\"source\":\"bpetite conform fuzz\",\"notes\":{{}},\"vectors\":[",
        op, suite::level_names[static_cast<std::size_t>(level_of(op))], op);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{}\n{}", i == 0 ? "" : ",",
                     json::serialize(vectors[i]));
    }
    files.emplace(fmt::format("fuzz-{}", op), text + "\n]}\n");
  }
  return files;
}

}  // namespace bpetite::conform::search
