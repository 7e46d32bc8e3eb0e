// From a suite and a program to a report. This is the only file that knows every step:
//
//   suite -> drive, judge -> diagnose -> shrink -> report
//
//   const Report report = judge_program(embedded_suite(), {.command = "./harness"});
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "conform/drive/bundle.hpp"
#include "conform/judge/run.hpp"
#include "conform/report/report.hpp"
#include "conform/shrink/case_trial.hpp"

namespace bpetite::conform {

// The steps that a report can do without.
struct Steps {
  // How many cases of each accumulated set are asked.
  std::uint64_t accumulated = 0;
  // Applies a list of known failures. What is known is not shrunk.
  std::function<void(Report&)> settle = {};
  // What is expected of smaller cases. Empty: failures are not shrunk.
  Oracle oracle = {};
  ShrinkLimits limits = {};
};

// Asks a program.
Report judge_program(const Suite& suite, const RunOptions& options, const Steps& steps = {});

// Reads the answers that a program has left in a file, and the files that it saved in the bundle.
Report judge_recorded(const Suite& suite, const RunOptions& options, std::string_view answers,
                      const Bundle& bundle, const Steps& steps = {});

}  // namespace bpetite::conform
