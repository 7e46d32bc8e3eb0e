// The report of a run: its findings, and what the program says of itself.
#pragma once

#include "conform/diagnose/findings.hpp"
#include "conform/judge/run.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform {

// Concluded, without a list of known failures.
Report report_of(const Suite& suite, const RunOptions& options, const Outcomes& outcomes,
                 Findings findings);

}  // namespace bpetite::conform
