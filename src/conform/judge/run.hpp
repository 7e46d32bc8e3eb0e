// Runs a whole suite of vectors (test cases): sends every vector, then each answered vector a
// second time in random order, and some a third time to a new process
// (conformance/INTERPRETING.md). Also judges a file of answers, and chooses the vectors that the
// options select. RunOptions has the options. Outcomes has the outcome of each vector and of each
// accumulated set (test cases that are computed from a seed).
//
//   const Outcomes outcomes = run(embedded_suite(), {.command = "./harness"});
//
//   run(...)                     sends and judges each vector
//   accumulate(...)              adds the accumulated sets (accumulate.hpp)
//   judge_answers(...)           judges a file of answers
//   selected, is_selected        choose vectors by level and id
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/judge/judge.hpp"
#include "conform/program/exchange.hpp"
#include "conform/suite/accumulated.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

// The outcome of one vector.
struct Outcome {
  bool sent = false;  // false: the run ended earlier
  Judgement judgement;
  json::Object result;  // empty if the program skipped or broke
};

// The first case of an accumulated set that is wrong, as a vector with its expectation.
struct WrongCase {
  suite::Vector vector;
  std::uint64_t number = 0;
  json::Object result;  // the observed result
};

// The outcome of an accumulated set.
struct SetOutcome {
  suite::AccumulatedSet set;
  Judgement judgement;
  std::optional<WrongCase> wrong;
};

struct Outcomes {
  std::vector<std::size_t> places;  // the selected vectors, as indices in suite.vectors
  std::vector<Outcome> by_place;    // one for each vector of the suite
  std::vector<SetOutcome> sets = {};
  program::Hello hello = {};  // the program's answer to hello
  int passes = 2;
  int starts = 0;
  std::uint64_t elapsed_ms = 0;
  std::string partial = {};               // why the run stopped early; empty if it did not
  std::vector<std::string> remarks = {};  // such as output beside the protocol
  std::string errors = {};                // the end of stderr
};

// After this many time-outs of an operation in a level, vectors that need it are not sent.
inline constexpr int max_timeouts = 8;

struct RunOptions {
  std::string command = {};
  program::Duration timeout{5000};
  std::uint64_t seed = 1;
  unsigned jobs = 1;                   // processes at the same time
  bool process_per_vector = false;     // for programs that answer one vector only
  std::set<suite::Level> levels = {};  // empty: all
  std::string only = {};               // an id, or the beginning of ids and a *; empty: all
  std::function<void(std::size_t done, std::size_t all)> progress = {};
  std::function<bool()> interrupted = {};  // called before each vector
};

// Sends and judges each selected vector, in two passes.
Outcomes run(const suite::Suite& suite, const RunOptions& options);

// The vectors that the options select, as indices in suite.vectors.
std::vector<std::size_t> selected(const suite::Suite& suite, const RunOptions& options);

// Whether `only` selects this id.
bool is_selected(std::string_view id, std::string_view only);

// Judges recorded answers to the requests for the selected vectors (program/recorded.hpp). Saved
// files are in the folder out/ of the bundle. Each vector was sent once, so nondeterminism is not
// tested.
Outcomes judge_answers(const suite::Suite& suite, const RunOptions& options,
                       std::string_view answers, const program::Bundle& bundle);

}  // namespace bpetite::conform::judge
