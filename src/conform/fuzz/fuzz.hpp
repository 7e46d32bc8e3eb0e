// Fuzzing a program through the protocol: it answers as the reference does, or it is found out.
//
//   const FuzzReport report = fuzz({.command = "./harness", .seed = 7});
//   report.findings[0]     encode: text "  a" with the merges (32,32): want 32 32 97, got 256 97
//
// Where nothing can be compared (a built-in vocabulary, a program that cannot load), a program is
// held to laws instead (fuzz_laws.hpp). Whatever it does, it is driven as `conform run` drives it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "conform/drive/session.hpp"
#include "conform/judge/judge.hpp"
#include "conform/shrink/shrink.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::fuzz {

struct FuzzFinding {
  std::string id;  // "fuzz-encode-1f0c92ab": by its smallest case
  std::string op;
  drive::Status status = drive::Status::fail;

  // The cases to be asked in a row, of which the last one fails; mostly one. With a law none.
  std::vector<suite::Vector> steps;
  std::string law;   // which one is broken, where nothing was compared
  std::string what;  // the smallest case in words
  std::string want;
  std::string got;
  std::string detail;
  std::string course;  // "shrunk from 180 scalars to 3 in 41 queries"; empty: it was not
  std::string repro;   // a line for the shell; empty where none can show it

  std::size_t number = 0;  // of the case that found it, from 1 on
  std::size_t seen = 1;    // how many cases failed so
  std::size_t queries = 0;
  std::uint64_t found_ms = 0;   // from the start to the failure
  std::uint64_t shrunk_ms = 0;  // from there to the smallest case
};

struct FuzzReport {
  drive::Hello hello;
  std::string command;
  std::string builtin;
  std::uint64_t seed = 1;
  std::size_t cases = 0;
  std::map<std::string, std::size_t> by_op;
  int starts = 0;
  std::uint64_t elapsed_ms = 0;
  std::vector<FuzzFinding> findings;
  std::string partial;  // why it could not be driven, or not to the end
};

struct FuzzOptions {
  std::string command = {};
  drive::Duration timeout{5000};
  std::uint64_t seed = 1;
  drive::Duration time{30000};  // after that no case is begun
  std::size_t cases = SIZE_MAX;
  std::size_t findings = 10;                                  // so many, and it ends
  std::string builtin = {};                                   // this vocabulary, by laws alone
  shrink::ShrinkLimits limits{3000, drive::Duration(20000)};  // of each finding
  std::function<void(const FuzzReport& so_far)> progress = {};
  std::function<void(const FuzzFinding& finding)> found = {};
  std::function<bool()> interrupted = {};
};

// The suite lends its texts and its clauses.
FuzzReport fuzz(const suite::Suite& suite, const FuzzOptions& options);

}  // namespace bpetite::conform::fuzz
