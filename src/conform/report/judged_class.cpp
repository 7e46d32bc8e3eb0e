// Reads the class from hello, and the verdict about ids from the parts of L1.
#include "conform/report/judged_class.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/unicode.hpp"

namespace bpetite::conform::report {
namespace {

bool declares(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// "16.0" of "16.0.0", and "15.1" of "15.1.0".
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

}  // namespace bpetite::conform::report
