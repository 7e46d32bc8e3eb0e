// The result of a vector, with what can be said of its failure; and what many failures share.
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

// One vector's line.
struct Result {
  std::string id;
  suite::Level level = suite::Level::L0;
  suite::Tier tier = suite::Tier::required;
  drive::Status status = drive::Status::pass;
  std::optional<drive::Status>
      known;  // XFAIL: what it was before the list of known failures was read

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

// The status before the list of known failures was read.
drive::Status true_status(const Result& result);

// TIMEOUT of a vector that was not even sent, after so many others.
bool is_unsent(const Result& result);

// What failures of one cause have in common: the status, and the mutant that they resemble, or,
// where they resemble none, the first flag and clause. What was not even sent is a cause of its
// own.
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

// UNICODE_DELTA results by the version that explains them: one finding each, and not many.
std::map<std::string, std::vector<std::string>> unicode_deltas(std::span<const Result> results);

}  // namespace bpetite::conform::diagnose
