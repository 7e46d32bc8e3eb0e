// Judges a program by the accumulated sets: test cases that are computed from a seed (accumulate).
// Sends the cases of a set, and compares the digest of the answers after 1, 2, 4, ... cases with
// the one in the file of the set. If a digest differs, it looks for the first wrong case with the
// reference. A case without a result, such as a crash, ends its set. Also chooses the sets that the
// options select (selected_sets).
#include "conform/judge/accumulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "conform/judge/expected.hpp"
#include "conform/program/driver.hpp"
#include "conform/program/program.hpp"
#include "conform/suite/placed_json.hpp"
#include "core/wording/counted.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::judge {
namespace {

constexpr std::uint64_t one_process_each = 64;  // cases for programs with one process for each
                                                // vector

class Accumulating {
 public:
  Accumulating(const suite::Suite& suite, const RunOptions& options)
      : suite_(suite), options_(options), driver_(suite, {options.command, options.timeout}) {}

  // Returns nullopt if the program does not start, or if the run was interrupted.
  std::optional<SetOutcome> work(const suite::AccumulatedSet& set, std::uint64_t cases) {
    if (!driver_.start()) return std::nullopt;
    const program::Hello& hello = driver_.hello();
    if (const auto why =
            program::why_not_sent(suite::case_of(set, suite_, 0), hello, options_.levels);
        !why.empty()) {
      return SetOutcome{set, {program::Status::not_claimed, "", "", why, {}}, std::nullopt};
    }
    std::string text;
    std::vector<json::Object> answers;
    std::uint64_t good = 0;  // the number of cases that the last digest has confirmed
    const std::uint64_t all = std::bit_floor(std::min(
        cases, std::uint64_t{1} << (set.checkpoints.empty() ? 0 : set.checkpoints.size() - 1)));
    for (std::uint64_t i = 0; i < all; ++i) {
      if (options_.interrupted && options_.interrupted()) return std::nullopt;
      if (options_.process_per_vector) driver_.stop();
      suite::Vector vector = suite::case_of(set, suite_, i);
      const auto observation = driver_.attempt(vector);
      if (!observation) return std::nullopt;
      const auto* observed = std::get_if<program::Observed>(&*observation);
      if (observed == nullptr) return wrong_at(set, std::move(vector), i, *observation);
      answers.push_back(observed->result);
      text += suite::answer_line(observed->result) + "\n";
      if (!std::has_single_bit(i + 1)) continue;
      const auto point = static_cast<std::size_t>(std::countr_zero(i + 1));
      if (corpus::sha256_hex(text) != set.checkpoints[point])
        return first_wrong(set, answers, good);
      good = i + 1;
    }
    return SetOutcome{set, {program::Status::pass, "", "", counted(all, "case"), {}}, std::nullopt};
  }

  const program::Hello& hello() const { return driver_.hello(); }

 private:
  // Finds the first wrong case: computes the reference's answers to the cases that no digest has
  // confirmed, until an answer differs.
  SetOutcome first_wrong(const suite::AccumulatedSet& set, const std::vector<json::Object>& answers,
                         std::uint64_t good) const {
    for (std::uint64_t i = good; i < answers.size(); ++i) {
      suite::Vector vector = suite::case_of(set, suite_, i);
      const json::Object expected = reference_answer(vector, suite_, unicode::pinned);
      if (suite::answer_line(expected) != suite::answer_line(answers[i])) {
        return wrong_at(set, std::move(vector), i, program::Observed{answers[i], {}});
      }
    }
    // All answers are right, so the digest in the file of the set is wrong.
    throw suite::SuiteError(
        fmt::format("suite: {}: checkpoints/{}: another digest, required that of the first {} "
                    "answers of the reference",
                    set.name, std::countr_zero(answers.size()), answers.size()));
  }

  SetOutcome wrong_at(const suite::AccumulatedSet& set, suite::Vector vector, std::uint64_t number,
                      const program::Observation& observation) const {
    vector.expect = reference_answer(vector, suite_, unicode::pinned);
    SetOutcome outcome{set, judge(vector, observation, driver_.hello()), std::nullopt};
    const auto* observed = std::get_if<program::Observed>(&observation);
    outcome.wrong = WrongCase{std::move(vector), number,
                              observed == nullptr ? json::Object() : observed->result};
    return outcome;
  }

  const suite::Suite& suite_;
  const RunOptions& options_;
  program::Driver driver_;
};

}  // namespace

std::vector<suite::AccumulatedSet> selected_sets(const RunOptions& options) {
  std::vector<suite::AccumulatedSet> sets = suite::accumulated_sets();
  std::erase_if(sets, [&](const suite::AccumulatedSet& set) {
    const bool of_level = options.levels.empty() || options.levels.contains(set.level);
    return !of_level || !(options.only.empty() || is_selected(set.name, options.only));
  });
  return sets;
}

void accumulate(const suite::Suite& suite, const RunOptions& options, std::uint64_t cases,
                Outcomes& outcomes) {
  Accumulating accumulating(suite, options);
  for (const suite::AccumulatedSet& set : selected_sets(options)) {
    std::uint64_t wanted = set.op == "train" ? (cases + 3) / 4 : cases;
    if (options.process_per_vector) wanted = std::min(wanted, one_process_each);
    if (wanted == 0) continue;
    auto outcome = accumulating.work(set, wanted);
    if (!outcome) {
      outcomes.partial = "the program did not start for the accumulated vectors";
      break;
    }
    if (outcomes.hello.name.empty()) outcomes.hello = accumulating.hello();
    outcomes.sets.push_back(*std::move(outcome));
  }
}

}  // namespace bpetite::conform::judge
