// The result of a vector with the description of its failure, and diagnoses shared by many
// failures.
//
//   encode-double-space   FAIL   chunk 3 of 9, bytes 11..13   want 32 257   got 256 97
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conform/drive/status.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::diagnose {

// The result of one vector.
struct Result {
  std::string id;
  suite::Level level = suite::Level::L0;
  suite::Tier tier = suite::Tier::required;
  drive::Status status = drive::Status::pass;
  std::optional<drive::Status>
      known;  // XFAIL: the status before the list of known failures was read

  // The description of a failure. Members that do not apply are empty.
  std::vector<std::string> requirements;
  std::vector<std::string> flags;
  std::string where;  // "chunk 3 of 9, bytes 11..13"
  std::string want;
  std::string got;
  std::string detail;      // the message of an error, how the program crashed, why it skipped
  std::string note;        // of the vector's first flag
  std::string unicode;     // UNICODE_DELTA: the version that explains it
  std::string resembles;   // a mutant that fails the same vectors
  std::string candidates;  // of a trainer: the pairs that could be merged at the first difference
  std::string rule;        // what it does instead, if that is recognised
  std::string shrunk;      // the smallest input found that fails in the same way
  std::string repro;       // one line for the shell
};

// A common cause of many failures.
struct Diagnosis {
  std::string about;                  // "classes", "trainer" or "unicode"
  std::string says;                   // "white space as JavaScript's \\s"
  std::vector<std::string> rules;     // names of mutants with the same fault: "js-space"
  std::vector<std::string> explains;  // the vectors, by id
  std::size_t failures = 0;           // of those that it could have explained
};

// The status before the list of known failures was read.
drive::Status true_status(const Result& result);

// True for a TIMEOUT of a vector that was not sent, because too many others had timed out.
bool is_unsent(const Result& result);

// Failures with the same key probably have one cause. The key is the status and the similar
// mutant, or, if there is none, the first flag and clause. Vectors that were not sent have a key
// of their own.
struct CauseKey {
  drive::Status status = drive::Status::fail;
  bool unsent = false;
  std::string mutant;
  std::string flag;
  std::string clause;
  auto operator<=>(const CauseKey&) const = default;
};
CauseKey cause_key(const Result& result);

// "mutant no-lookahead"; else the flag, and the clause after it: "flag LongInput, ..."
std::string cause_words(const CauseKey& key);

// The ids of UNICODE_DELTA results by the version that explains them. Each version is one
// finding.
std::map<std::string, std::vector<std::string>> unicode_deltas(std::span<const Result> results);

}  // namespace bpetite::conform::diagnose
