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
  std::function<void(report::Report&)> settle = {};
  // What is expected of smaller cases. Empty: failures are not shrunk.
  shrink::Oracle oracle = {};
  shrink::ShrinkLimits limits = {};
};

// Asks a program.
report::Report judge_program(const suite::Suite& suite, const judge::RunOptions& options,
                             const Steps& steps = {});

// Reads the answers that a program has left in a file, and the files that it saved in the bundle.
report::Report judge_recorded(const suite::Suite& suite, const judge::RunOptions& options,
                              std::string_view answers, const drive::Bundle& bundle,
                              const Steps& steps = {});

}  // namespace bpetite::conform
