// The report of a run (Report): the result of every vector (test case), and the verdicts on levels
// (L0 to L6), on the parts of L1, and on roles such as Encoder. Declares the functions that make a
// report from a run (report_of), compute the verdicts and the exit code (conclude), group failures
// by cause (failures_by_cause), and find the class of tokenizers that a verdict is about (class_of,
// JudgedClass). Others write verdicts, tiers (such as recommended), selections of vectors and the
// date as text. report.json is the canonical form of a report (to_json, parse_report,
// conformance/schema/report.json). Every other form is made from the same Report.
//
//   summary(report)        "L0 conforms, L1 fails (known: 3)"
//   headline_of(report)    "ids exact: gpt2, pairs, Unicode 16.0"
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/explain/findings.hpp"
#include "conform/explain/result.hpp"
#include "conform/judge/run.hpp"
#include "conform/program/program.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::report {

enum class Verdict { conforms, fails, not_claimed };
inline constexpr std::array<std::string_view, 3> verdict_names = {"conforms", "fails",
                                                                  "not-claimed"};
constexpr std::string_view name(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

// The largest role whose levels all conform: "Reader". Empty if there is no such role. A role is a
// name for a set of levels: Encoder = L0 and L1; Reader = these and L2; Trainer = these and L3;
// Full = these and L4.
std::string_view role_of(const std::array<Verdict, suite::level_names.size()>& verdicts);

struct LevelReport {
  Verdict verdict = Verdict::not_claimed;
  std::map<program::Status, std::size_t> counts;    // of all tiers
  std::map<program::Status, std::size_t> required;  // of the required tier
  std::size_t known = 0;                            // failures in the list of known failures
};

// The verdict and the counts of a part of L1.
struct PartReport {
  Verdict verdict = Verdict::not_claimed;
  std::size_t passed = 0;  // of the required tier
  std::size_t failed = 0;
};

struct Report {
  // The profile of the vocabulary, if the program was judged by its own vocabulary (S71). Empty for
  // the vocabularies of the suite.
  std::string vocabulary;
  std::string suite_version;
  std::string suite_digest;

  // The program, and its answer to hello.
  std::string command;
  std::string name;
  std::string version;
  std::string language;
  std::string unicode;
  std::vector<std::string> ops;
  std::vector<std::string> caps;
  std::set<suite::Level> claims;

  // The run.
  std::optional<std::uint64_t> seed;  // for the order of the second pass, if there is one
  std::uint64_t timeout_ms = 0;
  std::uint64_t elapsed_ms = 0;
  std::string date;  // of the run, "2026-11-25", UTC
  int passes = 2;
  int starts = 0;
  std::string selection;                 // "--only ID", if not all vectors were selected
  std::string partial;                   // why the run stopped early; empty if it did not
  std::vector<std::string> remarks;      // such as stray output, stale lines of known failures
  std::string errors;                    // the end of stderr
  std::vector<std::string> code_points;  // differences of the named Unicode version: "U+088F"

  std::vector<explain::Diagnosis> diagnoses;
  std::array<LevelReport, suite::level_names.size()> levels;
  std::array<PartReport, 4> parts;       // of L1, in the order of explain::Part
  std::vector<explain::Result> results;  // in the order of the suite
  int exit_code = 0;
};

// All failures except UNICODE_DELTA, grouped by cause (cause_key). Sorted by harm, the worst first,
// then groups with a shrunk failure first, then by level. Failures in a group have the same order.
std::vector<std::vector<const explain::Result*>> failures_by_cause(const Report& report);

// "recommended: does not decide the level". Empty for the required tier.
std::string tier_words(const explain::Result& result);

// The verdict of a level, or of a part of L1.
Verdict verdict_of(const Report& report, suite::Level level, std::optional<explain::Part> part);

// Whether a level is claimed but no required vector of it was sent. Reports say "not judged".
bool is_left_out(const Report& report, suite::Level level);

// Whether a result of the required tier makes its level fail. `unicode` is the version that hello
// names.
bool fails_level(const explain::Result& result, std::string_view unicode);

// The verdicts in one line: "L0 conforms, L1 fails (known: 3)".
std::string summary(const Report& report);

// The date of today in UTC: "2026-11-25".
std::string today();

// Computes levels, parts and exit_code from the results. The exit code is 0 if the results are as
// expected, 1 if not, and 3 if the program could not be driven.
void conclude(Report& report);

// The class of tokenizers that a verdict is about: the profile, how pairs are looked up, and the
// Unicode version (FR-32i). A verdict that says only "conforms" is for the pinned class.
//
//   class_of(report)     {"gpt2", "pairs", "16.0.0"}     words: "gpt2, pairs, Unicode 16.0"
struct JudgedClass {
  std::string profile;  // "gpt2"
  std::string lookup;   // "pairs", "bytes", or empty: no `encode`, or a vocabulary of its own
  std::string unicode;  // "16.0.0"
  bool is_pinned() const;
  std::string words() const;
};

// The class that the program's hello declares.
JudgedClass class_of(const Report& report);

// The verdict of a level in words. "conforms" is followed by the class if it is not the pinned one.
std::string verdict_words(const Report& report, suite::Level level);

// The same for a table that shows the class in another place: "in its class".
std::string_view short_verdict(const Report& report, Verdict verdict);

// The verdict on ids in one line. "ids exact: CLASS" if L0, and the ids and special tokens of L1,
// are right. "chunks exact: CLASS" if only L0 is claimed and right.
//
//   "ids exact: gpt2, pairs, Unicode 15.0"
struct Headline {
  std::string text;
  Verdict verdict = Verdict::not_claimed;
};
Headline headline_of(const Report& report);

// The options that select vectors, as on the command line: "--level L0 --only encode-*".
std::string selection_of(const judge::RunOptions& options);

// The report with its verdicts, before a list of known failures is applied.
Report report_of(const suite::Suite& suite, const judge::RunOptions& options,
                 const judge::Outcomes& outcomes, explain::Findings findings);

// Writes and parses the canonical form. Throws ValueError if the text is not a report.
std::string to_json(const Report& report);
Report parse_report(std::string_view text);

}  // namespace bpetite::conform::report
