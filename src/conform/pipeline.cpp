// Each step takes the results of those before it, and calls none of them.
#include "conform/pipeline.hpp"

#include "conform/diagnose/findings.hpp"
#include "conform/judge/accumulate.hpp"
#include "conform/judge/recorded_answers.hpp"
#include "conform/report/report_of.hpp"
#include "conform/shrink/causes.hpp"

namespace bpetite::conform {
namespace {

// The suite, and the wrong cases of the accumulated sets, so that they can be shrunk by their id.
Suite with_wrong_cases(Suite suite, const Outcomes& outcomes) {
  for (const SetOutcome& set : outcomes.sets) {
    if (set.wrong) suite.vectors.push_back(set.wrong->vector);
  }
  return suite;
}

Report reported(const Suite& suite, const RunOptions& options, const Outcomes& outcomes,
                const Steps& steps) {
  Report report =
      report_of(suite, options, outcomes, findings_of(suite, outcomes, options.command));
  if (steps.settle) steps.settle(report);
  if (steps.oracle && report.partial.empty()) {
    RunOptions quiet = options;
    quiet.progress = {};
    shrink_failures(with_wrong_cases(suite, outcomes), quiet, steps.oracle, steps.limits,
                    report.results);
  }
  return report;
}

}  // namespace

Report judge_program(const Suite& suite, const RunOptions& options, const Steps& steps) {
  Outcomes outcomes = run(suite, options);
  if (steps.accumulated > 0 && outcomes.partial.empty()) {
    accumulate(suite, options, steps.accumulated, outcomes);
  }
  return reported(suite, options, outcomes, steps);
}

Report judge_recorded(const Suite& suite, const RunOptions& options, std::string_view answers,
                      const Bundle& bundle, const Steps& steps) {
  return reported(suite, options, judge_answers(suite, options, answers, bundle), steps);
}

}  // namespace bpetite::conform
