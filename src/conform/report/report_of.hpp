// Makes the report of a run from its findings and from what the program says about itself.
#pragma once

#include "conform/explain/findings.hpp"
#include "conform/judge/run.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform::report {

// The options that select vectors, as on the command line: "--level L0 --only encode-*".
std::string selection_of(const judge::RunOptions& options);

// The report with its verdicts, before a list of known failures is applied.
Report report_of(const suite::Suite& suite, const judge::RunOptions& options,
                 const judge::Outcomes& outcomes, explain::Findings findings);

}  // namespace bpetite::conform::report
