// A report: what became of every vector, and what follows from it. report.json is its canonical
// form (conformance/schema/report.json); every other form is made from it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/drive/claims.hpp"
#include "conform/drive/status.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform {

// One vector's line.
struct Result {
  std::string id;
  Level level = Level::L0;
  Tier tier = Tier::required;
  Status status = Status::pass;
  std::optional<Status> known;  // XFAIL: what it was before the list of known failures was read

  // What a failure shows; empty where there is nothing to show.
  std::vector<std::string> requirements;
  std::vector<std::string> flags;
  std::string where;  // "chunk 3 of 9, bytes 11..13"
  std::string want;
  std::string got;
  std::string detail;      // the message of an error, how the program crashed, why it skipped
  std::string note;        // of the vector's first flag
  std::string unicode;     // UNICODE_DELTA: the version that explains it
  std::string resembles;   // a mutant that fails the same vectors
  std::string candidates;  // of a trainer: what could be merged at the first difference
  std::string rule;        // what it does instead, where that is recognised
  std::string shrunk;      // the smallest input found that shows the same
  std::string repro;       // one line for the shell
};

// What many failures have in common.
struct Diagnosis {
  std::string about;                  // "classes", "trainer" or "unicode"
  std::string says;                   // "white space as JavaScript's \\s"
  std::vector<std::string> rules;     // names of mutants that do the same: "js-space"
  std::vector<std::string> explains;  // the vectors, by id
  std::size_t failures = 0;           // of those that it might have explained
};

struct LevelReport {
  Verdict verdict = Verdict::not_claimed;
  std::map<Status, std::size_t> counts;    // of all tiers
  std::map<Status, std::size_t> required;  // of the tier that decides
  std::size_t known = 0;                   // failures that the list of known failures names
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
  std::set<Level> claims;

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

  std::vector<Diagnosis> diagnoses;
  std::array<LevelReport, 6> levels;
  std::vector<Result> results;  // in the order of the suite
  int exit_code = 0;
};

// What failures of one cause have in common: the status, and the mutant that they resemble, or,
// where they resemble none, the first flag and clause. What was not even sent is a cause of its
// own.
struct CauseKey {
  Status status = Status::fail;
  bool unsent = false;
  std::string mutant;
  std::string flag;
  std::string clause;
  auto operator<=>(const CauseKey&) const = default;
};
CauseKey cause_key(const Result& result);

// "mutant no-lookahead"; else the flag, and the clause after it: "flag LongInput, ..."
std::string cause_words(const CauseKey& key);

// All failures but UNICODE_DELTA by their causes: those first of which one was shrunk, then the
// lowest level, and so within each.
std::vector<std::vector<const Result*>> failures_by_cause(const Report& report);

// TIMEOUT of a vector that was not even sent, after so many others.
bool is_unsent(const Result& result);

// "recommended: does not decide the level"; empty for the tier that does.
std::string tier_words(const Result& result);

// Whether a level is claimed and no required vector of it was sent: for people it is "not judged".
bool is_left_out(const Report& report, Level level);

// A status that is no success and no silence: it belongs in the list of failures.
bool is_failure(Status status);
// A failure that is an answer: what crashed, say, is no sign of the fault that a vector is made
// for.
bool is_wrong_answer(Status status);
// Whether a result of the tier that decides fails its level; `unicode` is what hello names.
bool fails_level(const Result& result, std::string_view unicode);

// UNICODE_DELTA results by the version that explains them: one finding each, and not many.
std::map<std::string, std::vector<std::string>> unicode_deltas(const Report& report);

// "2 levels conform" in the words of the levels: "L0 conforms, L1 fails (3)".
std::string summary(const Report& report);

// Fills in levels and exit_code from the results (0 as expected, 1 unexpected, 3 not driven).
void conclude(Report& report);

// The canonical form, and the way back from a stored one. ValueError for what is no report.
std::string to_json(const Report& report);
Report parse_report(std::string_view text);

}  // namespace bpetite::conform
