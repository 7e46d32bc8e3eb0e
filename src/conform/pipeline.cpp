// Runs all steps of the conformance kit on one program, and returns the report. judge_program
// starts the program and sends it the vectors (test cases). If the options ask for it, it then
// sends the cases of the accumulated sets (test cases that are computed from a seed).
// judge_recorded judges answers that the program wrote to a file. Both functions then explain the
// failures, make the report, apply the list of known failures if there is one, and make failing
// cases smaller if the options ask for it. A run that stopped early skips the accumulated sets and
// the smaller cases.
#include "conform/pipeline.hpp"

#include "conform/explain/findings.hpp"
#include "conform/judge/accumulate.hpp"
#include "conform/judge/run.hpp"
#include "conform/report/report.hpp"
#include "conform/search/causes.hpp"

namespace bpetite::conform {
namespace {

// Adds the wrong cases of the accumulated sets to the suite, where shrinking finds them by their
// id.
suite::Suite with_wrong_cases(suite::Suite suite, const judge::Outcomes& outcomes) {
  for (const judge::SetOutcome& set : outcomes.sets) {
    if (set.wrong) suite.vectors.push_back(set.wrong->vector);
  }
  return suite;
}

report::Report reported(const suite::Suite& suite, const judge::RunOptions& options,
                        const judge::Outcomes& outcomes, const Steps& steps) {
  report::Report report = report::report_of(suite, options, outcomes,
                                            explain::findings_of(suite, outcomes, options.command));
  if (steps.settle) steps.settle(report);
  if (steps.oracle && report.partial.empty()) {
    judge::RunOptions quiet = options;
    quiet.progress = {};
    search::shrink_failures(with_wrong_cases(suite, outcomes), quiet, steps.oracle, steps.limits,
                            report.results);
  }
  return report;
}

}  // namespace

report::Report judge_program(const suite::Suite& suite, const judge::RunOptions& options,
                             const Steps& steps) {
  judge::Outcomes outcomes = judge::run(suite, options);
  if (steps.accumulated > 0 && outcomes.partial.empty()) {
    judge::accumulate(suite, options, steps.accumulated, outcomes);
  }
  return reported(suite, options, outcomes, steps);
}

report::Report judge_recorded(const suite::Suite& suite, const judge::RunOptions& options,
                              std::string_view answers, const program::Bundle& bundle,
                              const Steps& steps) {
  return reported(suite, options, judge::judge_answers(suite, options, answers, bundle), steps);
}

}  // namespace bpetite::conform
