// The result of a vector (a test case) with the description of its failure (Result), and the
// diagnosis that many failures share (Diagnosis). Also says which status a result had before known
// failures were accepted (true_status), whether a vector was not sent (is_unsent), how harmful a
// failure is (Harm), which part of level L1 a vector belongs to (Part), which failures have one
// cause (CauseKey, cause_words), and which results are right for another version of Unicode
// (unicode_deltas).
//
//   encode-double-space   FAIL   chunk 3 of 9, bytes 11..13   want 32 257   got 256 97
#pragma once

#include <array>
#include <compare>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conform/program/program.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::explain {

// What a wrong answer does to the users of the program. The worst comes first.
enum class Harm {
  wrong_result,  // other ids, or another text or file, than required: nobody notices
  no_result,     // a result is required; it refuses, dies, hangs or breaks the protocol
  wrong_error,   // an error is required; it gives another class of error, or a result
};
inline constexpr std::array<std::string_view, 3> harm_names = {"wrong-result", "no-result",
                                                               "wrong-error"};

// The parts of L1, which are counted apart (INTERPRETING.md).
enum class Part { ids, special, decoding, errors };
inline constexpr std::array<std::string_view, 4> part_names = {"ids", "special tokens", "decoding",
                                                               "errors"};

// The result of one vector.
struct Result {
  std::string id;
  suite::Level level = suite::Level::L0;
  suite::Tier tier = suite::Tier::required;
  program::Status status = program::Status::pass;
  std::optional<program::Status>
      known;                 // XFAIL: the status before the list of known failures was read
  std::optional<Part> part;  // of L1

  // The description of a failure. Members that do not apply are empty.
  std::vector<std::string> requirements;
  std::vector<std::string> flags;
  std::string where;  // "chunk 3 of 9, bytes 11..13"
  std::string want;
  std::string got;
  std::string detail;      // the message of an error, how the program crashed, why it skipped
  std::string tests;       // what the vector tests: the note of its first flag
  std::string unicode;     // UNICODE_DELTA: the version that explains it
  std::string candidates;  // of a trainer: the pairs that could be merged at the first difference
  std::vector<std::string> causes;  // confirmed faults: "no-lookahead". Empty: not explained
  std::string rule;                 // the same in words
  std::string shrunk;               // the smallest input found that fails in the same way
  std::string repro;                // one line for the shell
  Harm harm = Harm::wrong_result;
};

// A confirmed cause of many failures. A tokenizer with this fault alone, or with all faults that
// were found, gives the same answers as the program.
struct Diagnosis {
  std::string about;  // "classes", "trainer", "fault", "unicode"; "order" or "vocabulary" (S71)
  std::string says;   // "white space as JavaScript's \\s"
  std::vector<std::string> rules;     // faults that explain equally much: "js-space"
  std::vector<std::string> ops;       // the operations in which it was confirmed
  std::vector<std::string> explains;  // the vectors, by id
  std::size_t failures = 0;           // all failures of these operations
};

// The status before the list of known failures was read.
program::Status true_status(const Result& result);

// True for a TIMEOUT of a vector that was not sent, because too many others had timed out.
bool is_unsent(const Result& result);

// The part of L1 to which a vector belongs: `errors` if an error is required, `special` if it tests
// special tokens, else `decoding` or `ids`.
Part part_of(const suite::Vector& vector);

// The harm of a failure. `due` is the expectation. `result` is the observed result, or empty.
Harm harm_of(const json::Object& due, program::Status status, const json::Object& result);

// Failures with the same key are shown together. The key is the harm, the status and the causes. If
// there are no causes, the first flag and clause take their place. They say what the vectors test,
// which is not a cause. Vectors that were not sent have a key of their own.
struct CauseKey {
  Harm harm = Harm::wrong_result;
  program::Status status = program::Status::fail;
  bool unsent = false;
  std::vector<std::string> causes;
  std::string flag;
  std::string clause;
  auto operator<=>(const CauseKey&) const = default;
};
CauseKey cause_key(const Result& result);

// "cause no-lookahead", or what is tested: "not explained; tests LongInput, FR-4"
std::string cause_words(const CauseKey& key);

// The ids of UNICODE_DELTA results, by the version of Unicode that explains them. Each version is
// one finding.
std::map<std::string, std::vector<std::string>> unicode_deltas(std::span<const Result> results);

}  // namespace bpetite::conform::explain
