// Computes verdicts from statuses, and the exit code from verdicts.
#include "conform/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "conform/report/judged_class.hpp"

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
      return true;  // SKIP too: a vector is only sent if the program declares what it needs
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

std::string_view role_of(const std::array<Verdict, 6>& verdicts) {
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

// The verdicts of the parts of L1.
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

    // An unexpected pass counts in every tier, since the list names it.
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

}  // namespace bpetite::conform::report
