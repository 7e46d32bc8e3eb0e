// Makes the report of a run (report_of), and computes the verdicts of levels and parts and the exit
// code from the results (conclude, fails_level). Groups the failures by cause (failures_by_cause).
// Finds the class of tokenizers that the verdicts are about (class_of), the verdict of a level or
// part (verdict_of, is_left_out), and the role of a program, such as Encoder (role_of). Writes
// verdicts, tiers (such as recommended) and the selection of vectors (test cases) in words
// (summary, headline_of, verdict_words, short_verdict, tier_words, selection_of). Also gives the
// date (today), and lists the scalars whose class differs in the program's version of Unicode.
#include "conform/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "conform/program/program.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/unicode.hpp"

namespace bpetite::conform::report {
namespace {

Verdict computed_verdict(const Report& report, suite::Level level) {
  bool ran = false;
  bool failed = false;
  for (const explain::Result& result : report.results) {
    if (result.level == level && result.tier == suite::Tier::required) {
      ran = ran || result.status != program::Status::not_claimed;
      failed = failed || fails_level(result, report.unicode);
    }
  }
  if (!report.claims.contains(level) || !ran) {
    return Verdict::not_claimed;
  }
  return failed || !report.partial.empty() ? Verdict::fails : Verdict::conforms;
}

}  // namespace

bool fails_level(const explain::Result& result, std::string_view unicode) {
  switch (explain::true_status(result)) {
    case program::Status::pass:
    case program::Status::not_claimed:
    case program::Status::xpass:
      return false;
    case program::Status::unicode_delta:
      return unicode.empty() || result.unicode != unicode;
    default:
      return true;  // also SKIP, because the program declares all that the vector needs
  }
}

std::vector<std::vector<const explain::Result*>> failures_by_cause(const Report& report) {
  std::vector<const explain::Result*> failures;
  for (const explain::Result& result : report.results) {
    if (program::is_failure(result.status) && result.status != program::Status::unicode_delta) {
      failures.push_back(&result);
    }
  }
  // Wrong ids come before wrong errors, and wrong chunks cause failures in every level above L0.
  std::stable_sort(failures.begin(), failures.end(),
                   [](const explain::Result* one, const explain::Result* other) {
                     return std::tuple(one->harm, one->shrunk.empty(), one->level) <
                            std::tuple(other->harm, other->shrunk.empty(), other->level);
                   });
  std::map<explain::CauseKey, std::size_t> places;
  std::vector<std::vector<const explain::Result*>> causes;
  for (const explain::Result* result : failures) {
    const auto [place, is_new] = places.emplace(explain::cause_key(*result), causes.size());
    if (is_new) causes.emplace_back();
    causes[place->second].push_back(result);
  }
  return causes;
}

std::string_view role_of(const std::array<Verdict, suite::level_names.size()>& verdicts) {
  static constexpr std::array<std::string_view, 5> names = {"", "Encoder", "Reader", "Trainer",
                                                            "Full"};
  std::size_t levels = 0;
  while (levels < names.size() && verdicts[levels] == Verdict::conforms) {
    ++levels;
  }
  return levels == 0 ? "" : names[levels - 1];
}

std::string tier_words(const explain::Result& result) {
  if (result.tier == suite::Tier::required) return {};
  return fmt::format("{}: does not decide the level",
                     suite::tier_names[static_cast<std::size_t>(result.tier)]);
}

Verdict verdict_of(const Report& report, suite::Level level, std::optional<explain::Part> part) {
  return part ? report.parts[static_cast<std::size_t>(*part)].verdict
              : report.levels[static_cast<std::size_t>(level)].verdict;
}

bool is_left_out(const Report& report, suite::Level level) {
  return report.levels[static_cast<std::size_t>(level)].verdict == Verdict::not_claimed &&
         report.claims.contains(level);
}

namespace {

// Computes the verdicts of the parts of L1.
void conclude_parts(Report& report) {
  report.parts = {};
  for (const explain::Result& result : report.results) {
    if (!result.part || result.tier != suite::Tier::required ||
        result.status == program::Status::not_claimed) {
      continue;
    }
    PartReport& part = report.parts[static_cast<std::size_t>(*result.part)];
    ++(fails_level(result, report.unicode) ? part.failed : part.passed);
  }
  for (PartReport& part : report.parts) {
    if (!report.claims.contains(suite::Level::L1) || part.passed + part.failed == 0) continue;
    part.verdict = part.failed > 0 || !report.partial.empty() ? Verdict::fails : Verdict::conforms;
  }
}

}  // namespace

void conclude(Report& report) {
  bool unexpected = false;
  bool judged = false;
  report.levels = {};
  for (const explain::Result& result : report.results) {
    LevelReport& level = report.levels[static_cast<std::size_t>(result.level)];
    ++level.counts[result.status];
    if (result.tier == suite::Tier::required) ++level.required[result.status];
    if (result.known) ++level.known;
    judged = judged || result.status != program::Status::not_claimed;

    // An unexpected pass counts in every tier, because the list of known failures names it.
    const bool failed = result.tier == suite::Tier::required && fails_level(result, report.unicode);
    unexpected = unexpected || (failed && result.status != program::Status::xfail) ||
                 result.status == program::Status::xpass;
  }
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    report.levels[i].verdict = computed_verdict(report, static_cast<suite::Level>(i));
  }
  conclude_parts(report);
  if (!report.partial.empty() || !judged) {
    report.exit_code = 3;
  } else {
    report.exit_code = unexpected ? 1 : 0;
  }
}

std::string today() {
  const auto now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(now);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string summary(const Report& report) {
  std::string text;
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    const LevelReport& level = report.levels[i];
    if (level.verdict == Verdict::not_claimed) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", suite::level_names[i],
                        verdict_words(report, static_cast<suite::Level>(i)));
    if (level.known > 0) text += fmt::format(" (known: {})", level.known);
  }
  return text.empty() ? "no level was judged" : text;
}

// --- The class that a verdict is about. ---

namespace {

bool declares(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Shortens a version: "16.0.0" becomes "16.0", and "15.1.0" becomes "15.1".
std::string short_version(std::string_view version) {
  return std::string(version.ends_with(".0") ? version.substr(0, version.size() - 2) : version);
}

}  // namespace

bool JudgedClass::is_pinned() const {
  return lookup != "bytes" && unicode == unicode::name(unicode::pinned);
}

std::string JudgedClass::words() const {
  return fmt::format("{}{}{}, Unicode {}", profile, lookup.empty() ? "" : ", ", lookup,
                     short_version(unicode));
}

JudgedClass class_of(const Report& report) {
  const bool is_supported =
      std::any_of(unicode::versions.begin(), unicode::versions.end(),
                  [&](unicode::Version it) { return unicode::name(it) == report.unicode; });
  JudgedClass it{report.vocabulary.empty() ? "gpt2" : report.vocabulary,
                 {},
                 is_supported ? report.unicode : std::string(unicode::name(unicode::pinned))};
  if (report.vocabulary.empty() && declares(report.ops, "encode")) {
    it.lookup = declares(report.caps, "pair-keyed") ? "pairs" : "bytes";
  }
  return it;
}

std::string verdict_words(const Report& report, suite::Level level) {
  if (is_left_out(report, level)) return "not judged";
  const Verdict verdict = report.levels[static_cast<std::size_t>(level)].verdict;
  const JudgedClass it = class_of(report);
  if (verdict != Verdict::conforms || it.is_pinned()) return std::string(name(verdict));
  return fmt::format("conforms to {}", it.words());
}

std::string_view short_verdict(const Report& report, Verdict verdict) {
  return verdict == Verdict::conforms && !class_of(report).is_pinned() ? "in its class"
                                                                       : name(verdict);
}

Headline headline_of(const Report& report) {
  const std::string words = class_of(report).words();
  const Verdict chunks = report.levels[0].verdict;
  const Verdict ids = report.parts[static_cast<std::size_t>(explain::Part::ids)].verdict;
  const Verdict special = report.parts[static_cast<std::size_t>(explain::Part::special)].verdict;
  const std::string_view what = report.claims.contains(suite::Level::L1) ? "ids" : "chunks";
  if (!report.partial.empty() || !report.selection.empty() || chunks == Verdict::not_claimed ||
      (what == "ids" && ids == Verdict::not_claimed)) {
    return {"ids not judged", Verdict::not_claimed};
  }
  const bool is_exact =
      chunks == Verdict::conforms && ids != Verdict::fails && special != Verdict::fails;
  return {fmt::format("{} {}: {}", what, is_exact ? "exact" : "differ", words),
          is_exact ? Verdict::conforms : Verdict::fails};
}

// --- What a report says about the program and the run. ---

namespace {

std::string code_point(char32_t scalar) {
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(scalar));
}

// The scalars whose class differs between two versions, as ranges: "U+0C5C", "U+1C89..U+1C8A".
std::vector<std::string> differing_scalars(unicode::Version one, unicode::Version other) {
  std::vector<std::string> ranges;
  char32_t begin = 0;
  bool inside = false;
  for (char32_t scalar = 0; scalar <= 0x110000; ++scalar) {
    const bool differs = scalar < 0x110000 &&
                         (unicode::is_letter(scalar, one) != unicode::is_letter(scalar, other) ||
                          unicode::is_number(scalar, one) != unicode::is_number(scalar, other));
    if (differs && !inside) begin = scalar;
    if (!differs && inside) {
      ranges.push_back(begin + 1 == scalar
                           ? code_point(begin)
                           : fmt::format("{}..{}", code_point(begin), code_point(scalar - 1)));
    }
    inside = differs;
  }
  return ranges;
}

}  // namespace

std::string selection_of(const judge::RunOptions& options) {
  std::string text;
  for (const suite::Level level : options.levels) {
    text += fmt::format("{}--level {}", text.empty() ? "" : " ",
                        suite::level_names[static_cast<std::size_t>(level)]);
  }
  if (!options.only.empty()) {
    text += fmt::format("{}--only {}", text.empty() ? "" : " ", suite::text_of(options.only));
  }
  return text;
}

Report report_of(const suite::Suite& suite, const judge::RunOptions& options,
                 const judge::Outcomes& outcomes, explain::Findings findings) {
  const program::Hello& hello = outcomes.hello;
  Report report;
  report.suite_version = suite.version;
  report.suite_digest = suite.digest;

  report.command = suite::text_of(options.command);
  report.name = hello.name;
  report.version = hello.version;
  report.language = hello.language;
  report.unicode = hello.unicode;
  report.ops.assign(hello.ops.begin(), hello.ops.end());
  report.caps.assign(hello.caps.begin(), hello.caps.end());
  report.claims = program::claimed_levels(hello);

  report.seed = options.seed;
  report.timeout_ms = static_cast<std::uint64_t>(options.timeout.count());
  report.elapsed_ms = outcomes.elapsed_ms;
  report.date = today();
  report.passes = outcomes.passes;
  report.starts = outcomes.starts;
  report.selection = selection_of(options);
  report.partial = outcomes.partial;
  report.remarks = outcomes.remarks;
  report.errors = outcomes.errors;
  if (const auto version = judge::named_version(hello); version && *version != unicode::pinned) {
    report.code_points = differing_scalars(*version, unicode::pinned);
  }

  report.diagnoses = std::move(findings.diagnoses);
  report.results = std::move(findings.results);
  conclude(report);
  return report;
}

}  // namespace bpetite::conform::report
