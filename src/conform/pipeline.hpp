// Tests a program with a suite of vectors (test cases), and returns the report.
//
//   judge_program     starts the program and sends it the vectors
//   judge_recorded    judges answers that the program wrote to a file, and files that it saved
//
//   const Report report = judge_program(embedded_suite(), {.command = "./harness"});
//
// Steps has the options of the optional steps: accumulated sets (test cases that are computed from
// a seed), known failures, and smaller cases for failures. Only this file and pipeline.cpp know
// every step. They run in this order:
//
//   suite -> run, judge -> explain -> known failures -> shrink -> report
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "conform/judge/run.hpp"
#include "conform/program/bundle.hpp"
#include "conform/report/report.hpp"
#include "conform/search/trial.hpp"

namespace bpetite::conform {

// Options for the optional steps.
struct Steps {
  // The number of cases of each accumulated set that are sent.
  std::uint64_t accumulated = 0;
  // Applies a list of known failures. Known failures are not shrunk.
  std::function<void(report::Report&)> settle = {};
  // Computes the expectations of smaller cases. If it is empty, failures are not shrunk.
  search::Oracle oracle = {};
  search::ShrinkLimits limits = {};
};

// Runs a program, tests it with the suite, and returns the report.
report::Report judge_program(const suite::Suite& suite, const judge::RunOptions& options,
                             const Steps& steps = {});

// Judges answers that a program wrote to a file, and files that it saved in the bundle.
report::Report judge_recorded(const suite::Suite& suite, const judge::RunOptions& options,
                              std::string_view answers, const program::Bundle& bundle,
                              const Steps& steps = {});

}  // namespace bpetite::conform
