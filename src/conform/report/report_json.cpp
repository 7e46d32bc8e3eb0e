// Writes and parses report.json, the canonical form of a report (to_json, parse_report). Members
// have a fixed order, so that two reports can be compared as text, dates and times aside. Parsing
// computes counts and verdicts anew from the results, but keeps the exit code of the file. It takes
// older forms, too.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {
namespace {

// --- Writing. ---

json::Value strings(const std::vector<std::string>& texts) {
  json::Array array;
  for (const std::string& text : texts) {
    array.push_back(json::string(text));
  }
  return {std::move(array)};
}

json::Value counts(const std::map<program::Status, std::size_t>& by_status) {
  json::Object object;
  for (const auto& [status, count] : by_status) {
    object.push_back({std::string(name(status)), json::integer(count)});
  }
  return {std::move(object)};
}

// "conforms" alone is only for the pinned class (FR-32i).
std::string_view verdict_name(const Report& report, Verdict verdict) {
  return verdict == Verdict::conforms && !class_of(report).is_pinned() ? "conforms-to-class"
                                                                       : name(verdict);
}

json::Value parts(const Report& report) {
  json::Object object;
  for (std::size_t i = 0; i < report.parts.size(); ++i) {
    const PartReport& part = report.parts[i];
    object.push_back({std::string(explain::part_names[i]),
                      {json::Object{{"verdict", json::string(verdict_name(report, part.verdict))},
                                    {"passed", json::integer(part.passed)},
                                    {"failed", json::integer(part.failed)}}}});
  }
  return {std::move(object)};
}

json::Value class_section(const Report& report) {
  const JudgedClass it = class_of(report);
  return {json::Object{{"profile", json::string(it.profile)},
                       {"lookup", json::string(it.lookup)},
                       {"unicode", json::string(it.unicode)},
                       {"pinned", {it.is_pinned()}}}};
}

json::Value levels(const Report& report) {
  json::Object object;
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    const LevelReport& level = report.levels[i];
    object.push_back({std::string(suite::level_names[i]),
                      {json::Object{{"verdict", json::string(verdict_name(report, level.verdict))},
                                    {"counts", counts(level.counts)},
                                    {"required", counts(level.required)},
                                    {"known", json::integer(level.known)}}}});
  }
  return {std::move(object)};
}

// The text members of a failure: the JSON name and the C++ member.
constexpr std::array<std::pair<const char*, std::string explain::Result::*>, 10> texts = {{
    {"where", &explain::Result::where},
    {"want", &explain::Result::want},
    {"got", &explain::Result::got},
    {"detail", &explain::Result::detail},
    {"tests", &explain::Result::tests},
    {"unicode", &explain::Result::unicode},
    {"candidates", &explain::Result::candidates},
    {"rule", &explain::Result::rule},
    {"shrunk", &explain::Result::shrunk},
    {"repro", &explain::Result::repro},
}};

json::Value failure_object(const explain::Result& result) {
  json::Object object{
      {"id", json::string(result.id)},
      {"level", json::string(suite::level_names[static_cast<std::size_t>(result.level)])},
      {"tier", json::string(suite::tier_names[static_cast<std::size_t>(result.tier)])},
      {"status", json::string(name(result.status))}};
  if (result.known) {
    object.push_back({"known", json::string(name(*result.known))});
  }
  object.push_back(
      {"harm", json::string(explain::harm_names[static_cast<std::size_t>(result.harm)])});
  object.push_back({"causes", strings(result.causes)});
  object.push_back({"requirements", strings(result.requirements)});
  object.push_back({"flags", strings(result.flags)});
  for (const auto& [key, member] : texts) {
    object.push_back({key, json::string(result.*member)});
  }
  return {std::move(object)};
}

json::Value failures(const Report& report) {
  json::Array array;
  for (const explain::Result& result : report.results) {
    if (program::is_failure(result.status) && result.status != program::Status::unicode_delta) {
      array.push_back(failure_object(result));
    }
  }
  return {std::move(array)};
}

// The results of all vectors in a short form, for `conform compare`.
json::Value results(const Report& report) {
  json::Array array;
  for (const explain::Result& result : report.results) {
    json::Object line{
        {"id", json::string(result.id)},
        {"level", json::string(suite::level_names[static_cast<std::size_t>(result.level)])},
        {"tier", json::string(suite::tier_names[static_cast<std::size_t>(result.tier)])},
        {"status", json::string(name(result.status))}};
    if (result.part) {
      line.push_back(
          {"part", json::string(explain::part_names[static_cast<std::size_t>(*result.part)])});
    }
    if (result.status == program::Status::unicode_delta) {
      line.push_back({"unicode", json::string(result.unicode)});
    }
    array.push_back({std::move(line)});
  }
  return {std::move(array)};
}

json::Value run_section(const Report& report) {
  json::Object run;
  if (report.seed) run.push_back({"seed", json::integer(*report.seed)});
  run.push_back({"timeout_ms", json::integer(report.timeout_ms)});
  run.push_back({"elapsed_ms", json::integer(report.elapsed_ms)});
  run.push_back({"date", json::string(report.date)});
  run.push_back({"passes", json::integer(static_cast<std::uint64_t>(report.passes))});
  run.push_back({"starts", json::integer(static_cast<std::uint64_t>(report.starts))});
  run.push_back({"selection", json::string(report.selection)});
  run.push_back({"partial", json::string(report.partial)});
  run.push_back({"exit_code", json::integer(static_cast<std::uint64_t>(report.exit_code))});
  return {std::move(run)};
}

json::Value unicode_section(const Report& report) {
  json::Object deltas;
  for (const auto& [version, ids] : explain::unicode_deltas(report.results)) {
    deltas.push_back({version, strings(ids)});
  }
  return {json::Object{{"named", json::string(report.unicode)},
                       {"pinned", json::string(unicode::name(unicode::pinned))},
                       {"deltas", {std::move(deltas)}},
                       {"code_points", strings(report.code_points)}}};
}

json::Value diagnoses(const Report& report) {
  json::Array array;
  for (const explain::Diagnosis& diagnosis : report.diagnoses) {
    array.push_back({json::Object{{"about", json::string(diagnosis.about)},
                                  {"says", json::string(diagnosis.says)},
                                  {"rules", strings(diagnosis.rules)},
                                  {"ops", strings(diagnosis.ops)},
                                  {"explains", strings(diagnosis.explains)},
                                  {"failures", json::integer(diagnosis.failures)}}});
  }
  return {std::move(array)};
}

// Writes one line for each member of the report, and for each failure and result. So the file is
// readable and has small diffs.
std::string laid_out(const json::Object& report) {
  std::string text = "{\n";
  for (std::size_t i = 0; i < report.size(); ++i) {
    const auto* array = std::get_if<json::Array>(&report[i].value.data);
    text += fmt::format("  {}: ", json::quoted(report[i].key));
    if (array == nullptr || array->empty()) {
      text += json::serialize(report[i].value);
    } else {
      text += "[";
      for (std::size_t j = 0; j < array->size(); ++j) {
        text += fmt::format("{}\n    {}", j == 0 ? "" : ",", json::serialize((*array)[j]));
      }
      text += "\n  ]";
    }
    text += i + 1 == report.size() ? "\n" : ",\n";
  }
  return text + "}\n";
}

// --- Reading. ---

[[noreturn]] void no_report(std::string_view what) {
  throw ValueError(fmt::format("report: {}", what));
}

const json::Value& required_member(const json::Object& object, std::string_view key) {
  const json::Value* value = json::find(object, key);
  if (value == nullptr) no_report(fmt::format("no \"{}\"", key));
  return *value;
}

template <typename T>
const T& get(const json::Object& object, std::string_view key) {
  const T* value = std::get_if<T>(&required_member(object, key).data);
  if (value == nullptr) no_report(fmt::format("\"{}\" is of another type", key));
  return *value;
}

std::uint64_t number(const json::Object& object, std::string_view key) {
  return get<json::Integer>(object, key).magnitude.value_or(0);
}

std::vector<std::string> string_list(const json::Object& object, std::string_view key) {
  std::vector<std::string> list;
  for (const json::Value& value : get<json::Array>(object, key)) {
    const auto* text = std::get_if<std::string>(&value.data);
    if (text == nullptr) no_report(fmt::format("\"{}\" holds something that is not a string", key));
    list.push_back(*text);
  }
  return list;
}

template <typename Names>
std::size_t position(const Names& names, std::string_view text) {
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) no_report(fmt::format("\"{}\" names nothing", text));
  return static_cast<std::size_t>(found - names.begin());
}

explain::Result read_result(const json::Object& line) {
  explain::Result result;
  result.id = get<std::string>(line, "id");
  result.level =
      static_cast<suite::Level>(position(suite::level_names, get<std::string>(line, "level")));
  result.tier =
      static_cast<suite::Tier>(position(suite::tier_names, get<std::string>(line, "tier")));
  result.status = static_cast<program::Status>(
      position(program::status_names, get<std::string>(line, "status")));
  if (json::find(line, "part") != nullptr) {
    result.part =
        static_cast<explain::Part>(position(explain::part_names, get<std::string>(line, "part")));
  }
  if (json::find(line, "unicode") != nullptr) result.unicode = get<std::string>(line, "unicode");
  return result;
}

void read_failure(explain::Result& result, const json::Object& failure) {
  if (json::find(failure, "known") != nullptr) {
    result.known = static_cast<program::Status>(
        position(program::status_names, get<std::string>(failure, "known")));
  }
  // Reports of suites older than 2.0.0 have neither harm nor confirmed causes.
  if (json::find(failure, "harm") != nullptr) {
    result.harm = static_cast<explain::Harm>(
        position(explain::harm_names, get<std::string>(failure, "harm")));
    result.causes = string_list(failure, "causes");
  }
  result.requirements = string_list(failure, "requirements");
  result.flags = string_list(failure, "flags");
  for (const auto& [key, text] : texts) {
    if (json::find(failure, key) != nullptr) result.*text = get<std::string>(failure, key);
  }
}

const json::Object& object_in(const json::Value& value) {
  const auto* object = std::get_if<json::Object>(&value.data);
  if (object == nullptr) no_report("an entry is not an object");
  return *object;
}

}  // namespace

std::string to_json(const Report& report) {
  json::Array claims;
  for (const suite::Level level : report.claims) {
    claims.push_back(json::string(suite::level_names[static_cast<std::size_t>(level)]));
  }
  json::Object object;
  object.push_back({"schema", json::integer(1)});
  object.push_back({"suite",
                    {json::Object{{"version", json::string(report.suite_version)},
                                  {"digest", json::string(report.suite_digest)},
                                  {"vectors", json::integer(report.results.size())}}}});
  if (!report.vocabulary.empty()) {
    object.push_back({"vocabulary", json::string(report.vocabulary)});
  }
  object.push_back({"implementation",
                    {json::Object{{"command", json::string(report.command)},
                                  {"name", json::string(report.name)},
                                  {"version", json::string(report.version)},
                                  {"language", json::string(report.language)},
                                  {"unicode", json::string(report.unicode)},
                                  {"ops", strings(report.ops)},
                                  {"caps", strings(report.caps)},
                                  {"claims", {std::move(claims)}}}}});
  object.push_back({"run", run_section(report)});
  object.push_back({"class", class_section(report)});
  object.push_back({"verdict", json::string(headline_of(report).text)});
  object.push_back({"levels", levels(report)});
  object.push_back({"parts", parts(report)});
  object.push_back({"unicode", unicode_section(report)});
  object.push_back({"diagnoses", diagnoses(report)});
  object.push_back({"remarks", strings(report.remarks)});
  object.push_back({"stderr", json::string(report.errors)});
  object.push_back({"failures", failures(report)});
  object.push_back({"results", results(report)});
  return laid_out(object);
}

Report parse_report(std::string_view text) {
  const auto parsed = json::parse(text);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    no_report(fmt::format("not JSON at byte {}: {}", fault->offset, fault->reason));
  }
  const json::Object& object = object_in(std::get<json::Value>(parsed));
  Report report;
  const auto& suite = get<json::Object>(object, "suite");
  report.suite_version = get<std::string>(suite, "version");
  report.suite_digest = get<std::string>(suite, "digest");
  if (json::find(object, "vocabulary") != nullptr) {
    report.vocabulary = get<std::string>(object, "vocabulary");
  }

  const auto& program = get<json::Object>(object, "implementation");
  report.command = get<std::string>(program, "command");
  report.name = get<std::string>(program, "name");
  report.version = get<std::string>(program, "version");
  report.language = get<std::string>(program, "language");
  report.unicode = get<std::string>(program, "unicode");
  report.ops = string_list(program, "ops");
  report.caps = string_list(program, "caps");
  for (const std::string& claim : string_list(program, "claims")) {
    report.claims.insert(static_cast<suite::Level>(position(suite::level_names, claim)));
  }

  const auto& run = get<json::Object>(object, "run");
  if (json::find(run, "seed") != nullptr) report.seed = number(run, "seed");
  report.timeout_ms = number(run, "timeout_ms");
  report.elapsed_ms = number(run, "elapsed_ms");
  if (json::find(run, "date") != nullptr) report.date = get<std::string>(run, "date");
  report.passes = static_cast<int>(number(run, "passes"));
  report.starts = static_cast<int>(number(run, "starts"));
  report.selection = get<std::string>(run, "selection");
  report.partial = get<std::string>(run, "partial");
  report.remarks = string_list(object, "remarks");
  report.errors = get<std::string>(object, "stderr");
  report.code_points = string_list(get<json::Object>(object, "unicode"), "code_points");

  // Older reports have diagnoses that were not confirmed in each operation. These are left out.
  for (const json::Value& line : get<json::Array>(object, "diagnoses")) {
    const json::Object& entry = object_in(line);
    if (json::find(entry, "ops") == nullptr) continue;
    report.diagnoses.push_back({get<std::string>(entry, "about"), get<std::string>(entry, "says"),
                                string_list(entry, "rules"), string_list(entry, "ops"),
                                string_list(entry, "explains"), number(entry, "failures")});
  }

  // Verdicts and counts are computed from the results. The descriptions of failures are separate.
  std::map<std::string, std::size_t, std::less<>> places;
  for (const json::Value& line : get<json::Array>(object, "results")) {
    report.results.push_back(read_result(object_in(line)));
    places.emplace(report.results.back().id, report.results.size() - 1);
  }
  for (const json::Value& line : get<json::Array>(object, "failures")) {
    const json::Object& failure = object_in(line);
    const auto place = places.find(get<std::string>(failure, "id"));
    if (place == places.end()) no_report("a failure of no vector");
    read_failure(report.results[place->second], failure);
  }
  conclude(report);
  report.exit_code = static_cast<int>(number(run, "exit_code"));
  return report;
}

}  // namespace bpetite::conform::report
