// Lines of answers, held against digests at the powers of two.
#include "conform/judge/accumulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "conform/answer/expected.hpp"
#include "conform/diagnose/findings.hpp"
#include "conform/drive/requests.hpp"
#include "conform/suite/digest.hpp"

namespace bpetite::conform {
namespace {

constexpr std::uint64_t one_process_each = 64;  // cases for programs that live for one

class Accumulating {
 public:
  Accumulating(Suite& suite, const RunOptions& options)
      : suite_(suite), options_(options), driver_(suite, {options.command, options.timeout}) {}

  std::optional<Result> work(const AccumulatedSet& set, std::uint64_t cases) {
    if (!driver_.start()) return std::nullopt;
    Result result;
    result.id = set.name;
    result.level = set.level;
    result.tier = Tier::accumulated;
    result.requirements = set.clauses;
    result.flags = set.flags;
    const Hello& hello = driver_.session().hello();
    result.detail = why_not_sent(case_of(set, suite_, 0), hello, options_.levels);
    if (!result.detail.empty()) {
      result.status = Status::not_claimed;
      return result;
    }
    std::string text;
    std::vector<json::Object> answers;
    std::uint64_t good = 0;  // the cases that the last digest has vouched for
    const std::uint64_t all = std::bit_floor(std::min(
        cases, std::uint64_t{1} << (set.checkpoints.empty() ? 0 : set.checkpoints.size() - 1)));
    for (std::uint64_t i = 0; i < all; ++i) {
      if (options_.interrupted && options_.interrupted()) return std::nullopt;
      if (options_.process_per_vector) driver_.stop();
      Vector vector = case_of(set, suite_, i);
      const auto conduct = driver_.attempt(vector);
      if (!conduct) return std::nullopt;
      const auto* observed = std::get_if<Observed>(&*conduct);
      if (observed == nullptr) return blamed(std::move(result), std::move(vector), i, *conduct);
      answers.push_back(observed->result);
      text += answer_line(observed->result) + "\n";
      if (!std::has_single_bit(i + 1)) continue;
      const auto point = static_cast<std::size_t>(std::countr_zero(i + 1));
      if (sha256_hex(text) != set.checkpoints[point]) {
        return first_bad(std::move(result), set, answers, good);
      }
      good = i + 1;
    }
    result.detail = fmt::format("{} cases", all);
    return result;
  }

  const Hello& hello() const { return driver_.session().hello(); }

 private:
  // The reference answers what the digest did not vouch for, until somebody differs.
  Result first_bad(Result result, const AccumulatedSet& set,
                   const std::vector<json::Object>& answers, std::uint64_t good) {
    for (std::uint64_t i = good; i < answers.size(); ++i) {
      Vector vector = case_of(set, suite_, i);
      const json::Object expected = reference_answer(vector, suite_, unicode::pinned);
      if (answer_line(expected) != answer_line(answers[i])) {
        return blamed(std::move(result), std::move(vector), i, Observed{answers[i], {}});
      }
    }
    result.status = Status::fail;
    result.detail = "the checkpoints are not those of the reference";
    return result;
  }

  Result blamed(Result result, Vector vector, std::uint64_t number, const Conduct& conduct) {
    vector.expect = reference_answer(vector, suite_, unicode::pinned);
    const Judgement judgement = judge(vector, conduct, driver_.session().hello());
    result.status = judgement.status;
    result.want = judgement.want;
    result.got = judgement.got;
    result.detail = judgement.detail;
    result.where = fmt::format("case {}", number);
    if (const auto* observed = std::get_if<Observed>(&conduct)) {
      const std::string place = place_of(suite_, vector, vector.expect, observed->result);
      if (!place.empty()) result.where += ", " + place;
    }
    result.repro = repro_of_case(suite_, vector, options_.command);
    result.note = "the first case of its set that is wrong";
    suite_.vectors.push_back(std::move(vector));
    return result;
  }

  Suite& suite_;
  const RunOptions& options_;
  Driver driver_;
};

}  // namespace

std::vector<AccumulatedSet> selected_sets(const RunOptions& options) {
  std::vector<AccumulatedSet> sets = accumulated_sets();
  std::erase_if(sets, [&](const AccumulatedSet& set) {
    const bool of_level = options.levels.empty() || options.levels.contains(set.level);
    return !of_level || !(options.only.empty() || is_selected(set.name, options.only));
  });
  return sets;
}

void accumulate(Suite& suite, const RunOptions& options, std::uint64_t cases, Report& report) {
  Accumulating accumulating(suite, options);
  for (const AccumulatedSet& set : selected_sets(options)) {
    std::uint64_t wanted = set.op == "train" ? (cases + 3) / 4 : cases;
    if (options.process_per_vector) wanted = std::min(wanted, one_process_each);
    if (wanted == 0) continue;
    auto result = accumulating.work(set, wanted);
    if (!result) {
      report.partial = "the program did not start for the accumulated vectors";
      break;
    }
    if (report.name.empty()) introduce(report, accumulating.hello());
    report.results.push_back(*std::move(result));
  }
  conclude(report);
}

}  // namespace bpetite::conform
