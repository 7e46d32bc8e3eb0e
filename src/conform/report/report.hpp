// A report: what became of every vector, and what follows from it. report.json is its canonical
// form (conformance/schema/report.json); every other form is made from it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/diagnose/result.hpp"
#include "conform/drive/status.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::report {

enum class Verdict { conforms, fails, not_claimed };
inline constexpr std::array<std::string_view, 3> verdict_names = {"conforms", "fails",
                                                                  "not-claimed"};
constexpr std::string_view name(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

// A role is a name for a set of levels: Encoder = L0 and L1; Reader = these and L2; Trainer = these
// and L3; Full = these and L4. The largest role that these verdicts make, or nothing: "Reader".
std::string_view role_of(const std::array<Verdict, 6>& verdicts);

struct LevelReport {
  Verdict verdict = Verdict::not_claimed;
  std::map<drive::Status, std::size_t> counts;    // of all tiers
  std::map<drive::Status, std::size_t> required;  // of the tier that decides
  std::size_t known = 0;                          // failures that the list of known failures names
};

struct Report {
  std::string suite_version;
  std::string suite_digest;

  // The program, as it told of itself.
  std::string command;
  std::string name;
  std::string version;
  std::string language;
  std::string unicode;
  std::vector<std::string> ops;
  std::vector<std::string> caps;
  std::set<suite::Level> claims;

  // The run.
  std::uint64_t seed = 0;
  std::uint64_t timeout_ms = 0;
  std::uint64_t elapsed_ms = 0;
  int passes = 2;
  int starts = 0;
  std::string selection;             // "--only ID", where not everything was asked for
  std::string partial;               // why the run came to no end; empty if it did
  std::vector<std::string> remarks;  // stray output, lines of the known list that are stale, ...
  std::string errors;                // the end of stderr
  std::vector<std::string> code_points;  // how the named Unicode version differs: "U+088F"

  std::vector<diagnose::Diagnosis> diagnoses;
  std::array<LevelReport, 6> levels;
  std::vector<diagnose::Result> results;  // in the order of the suite
  int exit_code = 0;
};

// All failures but UNICODE_DELTA by their causes: those first of which one was shrunk, then the
// lowest level, and so within each.
std::vector<std::vector<const diagnose::Result*>> failures_by_cause(const Report& report);

// "recommended: does not decide the level"; empty for the tier that does.
std::string tier_words(const diagnose::Result& result);

// Whether a level is claimed and no required vector of it was sent: for people it is "not judged".
bool is_left_out(const Report& report, suite::Level level);

// Whether a result of the tier that decides fails its level; `unicode` is what hello names.
bool fails_level(const diagnose::Result& result, std::string_view unicode);

// "2 levels conform" in the words of the levels: "L0 conforms, L1 fails (3)".
std::string summary(const Report& report);

// Fills in levels and exit_code from the results (0 as expected, 1 unexpected, 3 not driven).
void conclude(Report& report);

// The canonical form, and the way back from a stored one. ValueError for what is no report.
std::string to_json(const Report& report);
Report parse_report(std::string_view text);

}  // namespace bpetite::conform::report
