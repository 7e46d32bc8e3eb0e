// Chooses the first failure of each cause of a run (causes_of), and shrinks the first failures of
// at most ten causes (shrink_failures): makes its case as small as possible, with a process that
// the run does not use. Repeats the smallest case in a new process, and reports it only if it fails
// there in the same way. Leaves out known failures and failures that depend on other cases or on
// the Unicode version.
#include "conform/search/causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include <bpetite/errors.hpp>

#include "conform/judge/repro.hpp"
#include "conform/search/cases.hpp"

namespace bpetite::conform::search {
namespace {

bool can_shrink(const explain::Result& result) {
  const bool of_state = result.status == program::Status::nondeterministic ||
                        result.status == program::Status::state_leak;
  return program::is_failure(result.status) && result.status != program::Status::xfail &&
         result.status != program::Status::xpass &&
         result.status != program::Status::unicode_delta && !of_state &&
         result.tier != suite::Tier::stress && !explain::is_unsent(result);
}

class Shrinker {
 public:
  Shrinker(const suite::Suite& suite, const judge::RunOptions& options, const Oracle& oracle,
           const ShrinkLimits& limits)
      : suite_(suite), options_(options), oracle_(oracle), limits_(limits) {}

  void shrink_one(const suite::Vector& vector, explain::Result& result) const {
    program::Driver driver(suite_,
                           {options_.command, deadline_for(result.status, options_.timeout)});
    CaseTrial trial(driver, oracle_);
    if (options_.process_per_vector) trial.alone_after({});
    const auto manner = trial.manner_of(vector);
    if (!manner || manner->status != result.status) {
      result.shrunk = "sent again alone, it does not fail in this way";
      return;
    }
    Shrunk shrunk = shrink(suite_, vector, trial.like(*manner), limits_);

    // Repeats the smallest case in a new process with the full deadline. If it does not fail
    // there, it is not reported.
    program::Driver fresh(suite_, {options_.command, options_.timeout});
    CaseTrial last(fresh, oracle_);
    if (last.manner_of(shrunk.vector) != manner) {
      result.shrunk = "smaller cases fail only after others, or only with a shorter deadline";
      return;
    }
    shrunk.vector.expect = oracle_(shrunk.vector);
    const judge::Judgement& judged = last.judgement();
    result.shrunk = fmt::format("{}: want {}{}{}; {}", described(suite_, shrunk.vector),
                                judged.want, judged.got.empty() ? "" : ", got ", judged.got,
                                course_of(suite_, vector, shrunk));
    const std::string repro = judge::repro_of_case(suite_, shrunk.vector, options_.command);
    if (!repro.empty()) result.repro = repro;
  }

 private:
  const suite::Suite& suite_;
  const judge::RunOptions& options_;
  const Oracle& oracle_;
  const ShrinkLimits& limits_;
};

}  // namespace

std::vector<std::size_t> causes_of(std::span<const explain::Result> results) {
  std::vector<std::size_t> failures;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (can_shrink(results[i])) failures.push_back(i);
  }
  // The lowest level comes first, because the other levels depend on it.
  std::stable_sort(failures.begin(), failures.end(), [&](std::size_t a, std::size_t b) {
    return results[a].level < results[b].level;
  });
  std::set<explain::CauseKey> seen;
  std::vector<std::size_t> places;
  for (const std::size_t place : failures) {
    if (seen.insert(explain::cause_key(results[place])).second) places.push_back(place);
  }
  return places;
}

void shrink_failures(const suite::Suite& suite, const judge::RunOptions& options,
                     const Oracle& oracle, const ShrinkLimits& limits,
                     std::vector<explain::Result>& results) {
  std::map<std::string_view, const suite::Vector*> vectors;
  for (const suite::Vector& vector : suite.vectors) {
    vectors.emplace(vector.id, &vector);
  }
  std::vector<std::size_t> places = causes_of(results);
  places.resize(std::min(places.size(), most_causes));
  const Shrinker shrinker(suite, options, oracle, limits);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (options.interrupted && options.interrupted()) break;
    explain::Result& result = results[places[i]];
    try {
      shrinker.shrink_one(*vectors.at(result.id), result);
    } catch (const Error& error) {
      result.shrunk = fmt::format("not shrunk: {}", error.what());  // for example, there is no
                                                                    // place for a bundle
    }
    if (options.progress) options.progress(i + 1, places.size());
  }
}

}  // namespace bpetite::conform::search
