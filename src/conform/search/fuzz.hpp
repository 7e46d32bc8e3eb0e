// Fuzzes a program through the protocol (fuzz): sends random cases, compares the answers with the
// reference's, and makes the cases that fail small. Also declares the loop of all fuzzing
// (fuzz_until, FuzzStep), its options (FuzzOptions) and its report (FuzzReport, FuzzFinding).
//
//   const FuzzReport report = fuzz(embedded_suite(), {.command = "./harness", .seed = 7});
//   report.findings[0]     encode: text "  a" with the merges (32,32): want 32 32 97, got 256 97
//
// If answers cannot be compared (a built-in vocabulary, a program that cannot load), laws that hold
// for every tokenizer are checked (fuzz_laws.hpp). The program is run as by `conform run`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conform/judge/judge.hpp"
#include "conform/program/program.hpp"
#include "conform/search/shrink.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::search {

struct FuzzFinding {
  std::string id;  // "fuzz-encode-1f0c92ab": a digest of its smallest case
  std::string op;
  program::Status status = program::Status::fail;

  // The cases to send, in this order. The last one fails. Mostly it is the only one. Empty for a
  // law.
  std::vector<suite::Vector> steps;
  std::string law;   // the broken law, or empty
  std::string what;  // the smallest case in words
  std::string want;
  std::string got;
  std::string detail;
  std::string course;  // "shrunk from 180 scalars to 3 in 41 queries", or empty
  std::string repro;   // a line for the shell; empty if no line can show it

  std::size_t number = 0;  // the number of the case that found it, from 1
  std::size_t seen = 1;    // the number of cases that failed in this way
  std::size_t queries = 0;
  std::uint64_t found_ms = 0;   // from the start to the failure
  std::uint64_t shrunk_ms = 0;  // from the failure to the smallest case
};

struct FuzzReport {
  program::Hello hello;
  std::string command;
  std::string builtin;
  std::uint64_t seed = 1;
  std::size_t cases = 0;
  std::map<std::string, std::size_t> by_op;
  int starts = 0;
  std::uint64_t elapsed_ms = 0;
  std::vector<FuzzFinding> findings;
  std::string partial;  // why the run stopped early; empty if it did not
};

struct FuzzOptions {
  std::string command = {};
  program::Duration timeout{5000};
  std::uint64_t seed = 1;
  program::Duration time{30000};  // no case begins after this time
  std::size_t cases = SIZE_MAX;
  std::size_t findings = 10;                            // the run ends after this many
  std::set<suite::Level> levels = {};                   // levels to test; empty: all claimed
  std::string builtin = {};                             // a vocabulary to test by laws
  ShrinkLimits limits{3000, program::Duration(20000)};  // for each finding
  std::function<void(const FuzzReport& so_far)> progress = {};
  std::function<void(const FuzzFinding& finding)> found = {};
  std::function<bool()> interrupted = {};
};

// What one step of the loop has done.
struct FuzzStep {
  std::size_t cases = 0;     // that the step has sent
  std::size_t findings = 0;  // all findings so far
  bool goes_on = true;
};

// The loop of all fuzzing. It ends when a limit of the options is reached, or when a step ends it.
// A step must send at most `most` cases.
void fuzz_until(const FuzzOptions& options, const std::function<FuzzStep(std::size_t most)>& step);

// Fuzzes a program. The texts and clauses come from the suite.
FuzzReport fuzz(const suite::Suite& suite, const FuzzOptions& options);

}  // namespace bpetite::conform::search
