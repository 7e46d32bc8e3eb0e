// The report of a run: its findings, and what the program says of itself.
#pragma once

#include "conform/diagnose/findings.hpp"
#include "conform/judge/run.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform::report {

// Concluded, without a list of known failures.
Report report_of(const suite::Suite& suite, const judge::RunOptions& options,
                 const judge::Outcomes& outcomes, diagnose::Findings findings);

}  // namespace bpetite::conform::report
