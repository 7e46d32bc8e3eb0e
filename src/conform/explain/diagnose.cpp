// Finds the causes of the failures of a run (diagnose). Chooses the program's version of Unicode,
// rules out faults (decisions made wrongly, as some real program makes them) that fail vectors
// (test cases) which the program passed, and looks for the faults that explain the failures of each
// operation. Writes the causes into the results, also into those of accumulated sets (test cases
// that are computed from a seed). Shows the first merge at which a trainer differs, and reports the
// version of Unicode if it is not the one that the program names. delta_versions finds the fewest
// versions that explain the results that are right for another version of Unicode (UNICODE_DELTA).
#include "conform/explain/diagnose.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "conform/explain/parting.hpp"
#include "conform/explain/recognise.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::explain {
namespace {

bool was_answered(const judge::Outcome& outcome) { return outcome.sent && !outcome.result.empty(); }

bool has_failed(program::Status status) {
  return status == program::Status::fail || status == program::Status::wrong_error;
}

std::size_t count_failures(const std::vector<Evidence>& evidence) {
  return static_cast<std::size_t>(std::count_if(evidence.begin(), evidence.end(),
                                                [](const Evidence& it) { return it.failed; }));
}

// "13.0.0", or "13.0.0 or 14.0.0"
std::string version_words(const std::vector<unicode::Version>& versions) {
  std::string text;
  for (const unicode::Version version : versions) {
    text += fmt::format("{}{}", text.empty() ? "" : " or ", unicode::name(version));
  }
  return text;
}

// The member "about" of a diagnosis that names this fault.
std::string about(const faults::Fault& fault) {
  if (fault.characters != nullptr) return "classes";
  return fault.training || fault.level == suite::Level::L3 ? "trainer" : "fault";
}

class Diagnosing {
 public:
  Diagnosing(const suite::Suite& suite, const judge::Outcomes& outcomes, Findings& findings)
      : suite_(suite),
        places_(outcomes.places),
        outcomes_(outcomes),
        hello_(outcomes.hello),
        findings_(findings) {}

  void work() {
    deltas_ = delta_versions(suite_, outcomes_);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      places_by_id_.emplace(suite_.vectors[places_[i]].id, i);
      if (const auto found = deltas_.find(places_[i]); found != deltas_.end()) {
        findings_.results[i].unicode = version_words(found->second);
      }
    }
    choose_version();
    const Basis basis(suite_, version_);
    const std::set<std::size_t> banned = ruled_out(basis);
    // Causes of one operation are tried first for the next ones.
    for (const std::string_view op : suite::op_names) {
      name_causes(basis, op, banned);
    }
    show_partings();
    tell_causes();
    explain_sets(basis);
    tell_versions();
  }

 private:
  // A cause, with the failures that it explains in each operation.
  struct Named {
    Alternatives faults;
    std::vector<std::string> ops;
    std::vector<const suite::Vector*> explained;
  };

  // The answers to the vectors of an operation. If deltas count as failures, a result that is right
  // only for a version that hello does not name counts as a failure.
  std::vector<Evidence> evidence(std::string_view op, bool deltas_fail) const {
    std::vector<Evidence> list;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const judge::Outcome& outcome = outcomes_.by_place[places_[i]];
      const suite::Vector& vector = suite_.vectors[places_[i]];
      const program::Status status = findings_.results[i].status;
      const bool told = has_failed(status) || status == program::Status::pass ||
                        status == program::Status::unicode_delta;
      if (vector.op == op && was_answered(outcome) && told) {
        const bool foreign = deltas_fail && status == program::Status::unicode_delta &&
                             findings_.results[i].unicode != hello_.unicode;
        list.push_back({&vector, &outcome.result, has_failed(status) || foreign});
      }
    }
    return list;
  }

  // Chooses the version of Unicode. Most results that are right for another version come from the
  // tables of that version. But some wrong classes, such as ASCII letters, look like an old
  // version. One cause is better than two.
  void choose_version() {
    version_ = judge::named_version(hello_).value_or(unicode::pinned);
    std::map<unicode::Version, std::size_t> explained;
    unicode::Version other = version_;
    for (const auto& [place, versions] : deltas_) {
      const unicode::Version version = versions.front();
      if (++explained[version] > explained[other]) other = version;
    }
    const std::string_view op = hello_.ops.contains("pretokenize") ? "pretokenize" : "encode";
    if (other == version_ || count_failures(evidence(op, false)) == 0) {
      version_ = other;
      return;
    }
    const auto left = [&](unicode::Version version, bool deltas_fail) {
      const auto list = evidence(op, deltas_fail);
      std::set<const suite::Vector*> known;
      for (const Cause& cause : recognise(Basis(suite_, version), list, {}, {})) {
        known.insert(cause.explained.begin(), cause.explained.end());
      }
      return std::pair(known.size(), count_failures(list) - known.size());
    };
    const std::size_t by_other = left(other, false).second;
    const auto [by_own, left_by_own] = left(version_, true);
    deltas_fail_ = by_own > 0 && left_by_own <= by_other;
    if (!deltas_fail_) version_ = other;
  }

  // The faults that are ruled out for all operations. A fault mainly concerns the operations in
  // which it fails the most vectors. If vectors that were answered rule it out in each of these
  // operations, it is not a cause in the other operations either.
  std::set<std::size_t> ruled_out(const Basis& basis) const {
    std::set<std::size_t> banned;
    for (std::size_t fault = 0; fault < faults::suspects().size(); ++fault) {
      struct Share {
        std::size_t kills = 0;
        bool answered = false;
        bool ruled_out = false;
      };
      std::map<std::string_view, Share> shares;
      std::size_t most = 0;
      for (std::size_t i = 0; i < places_.size(); ++i) {
        const suite::Vector& vector = suite_.vectors[places_[i]];
        if (!basis.knows_kills(vector) || !is_killed_by(vector, faults::suspects()[fault]))
          continue;
        Share& share = shares[vector.op];
        most = std::max(most, ++share.kills);
        share.answered = share.answered || was_answered(outcomes_.by_place[places_[i]]);
        share.ruled_out = share.ruled_out || findings_.results[i].status == program::Status::pass;
      }
      bool is_answered = false;
      bool is_ruled_out = true;
      for (const auto& [op, share] : shares) {
        if (2 * share.kills < most || !share.answered) continue;
        is_answered = true;
        is_ruled_out = is_ruled_out && share.ruled_out;
      }
      if (is_answered && is_ruled_out) banned.insert(fault);
    }
    return banned;
  }

  void name_causes(const Basis& basis, std::string_view op, const std::set<std::size_t>& banned) {
    std::vector<Alternatives> known;
    for (const Named& named : named_) {
      known.push_back(named.faults);
    }
    for (Cause& cause : recognise(basis, evidence(op, deltas_fail_), known, banned)) {
      // The cause of both operations is what both of them allow.
      const auto same = std::find_if(named_.begin(), named_.end(), [&](const Named& named) {
        return std::find(named.faults.begin(), named.faults.end(), cause.faults.front()) !=
               named.faults.end();
      });
      const bool is_new = same == named_.end();
      Named& named = is_new ? named_.emplace_back(Named{cause.faults, {}, {}}) : *same;
      if (!is_new) {
        std::erase_if(named.faults, [&](std::size_t fault) {
          return std::find(cause.faults.begin(), cause.faults.end(), fault) == cause.faults.end();
        });
      }
      named.ops.emplace_back(op);
      named.explained.insert(named.explained.end(), cause.explained.begin(), cause.explained.end());
    }
  }

  // Writes each cause into the results that it explains.
  void tell_causes() {
    for (const Named& named : named_) {
      Diagnosis diagnosis{
          about(faults::suspects()[named.faults.front()]), {}, {}, named.ops, {}, 0};
      for (const std::size_t fault : named.faults) {
        diagnosis.rules.push_back(faults::suspects()[fault].name);
        if (diagnosis.rules.size() <= 3) {
          diagnosis.says +=
              (diagnosis.says.empty() ? "" : " Or: ") + faults::suspects()[fault].says;
        }
      }
      for (const suite::Vector* vector : named.explained) {
        Result& result = result_of(*vector);
        // A failure with another explanation is not a difference of versions.
        if (result.status == program::Status::unicode_delta) result.status = program::Status::fail;
        result.unicode.clear();
        result.causes.push_back(fmt::format("{}", fmt::join(diagnosis.rules, " or ")));
        result.rule += (result.rule.empty() ? "" : " And: ") + diagnosis.says;
        diagnosis.explains.push_back(vector->id);
      }
      for (std::size_t i = 0; i < places_.size(); ++i) {
        const bool counts = std::find(named.ops.begin(), named.ops.end(),
                                      suite_.vectors[places_[i]].op) != named.ops.end() &&
                            has_failed(findings_.results[i].status);
        diagnosis.failures += counts ? 1U : 0U;
      }
      findings_.diagnoses.push_back(std::move(diagnosis));
    }
  }

  // The wrong case of an accumulated set has the causes of its operation, if they reproduce it.
  void explain_sets(const Basis& basis) {
    for (std::size_t i = 0; i < outcomes_.sets.size(); ++i) {
      const judge::SetOutcome& set = outcomes_.sets[i];
      if (!set.wrong || set.wrong->result.empty()) continue;
      std::vector<std::size_t> faults;
      std::vector<Diagnosis*> causes;
      for (std::size_t j = 0; j < named_.size(); ++j) {
        const auto& ops = named_[j].ops;
        if (std::find(ops.begin(), ops.end(), set.set.op) == ops.end()) continue;
        faults.push_back(named_[j].faults.front());
        causes.push_back(&findings_.diagnoses[j]);
      }
      const Evidence evidence{&set.wrong->vector, &set.wrong->result, true};
      if (faults.empty() || !Guess(basis, faults).answers_alike(evidence)) continue;
      Result& result = findings_.results[places_.size() + i];
      for (Diagnosis* cause : causes) {
        result.causes.push_back(fmt::format("{}", fmt::join(cause->rules, " or ")));
        result.rule += (result.rule.empty() ? "" : " And: ") + cause->says;
        cause->explains.push_back(result.id);
        ++cause->failures;
      }
    }
  }

  // Reports the version of the remaining deltas, if it is not the one that hello names.
  void tell_versions() {
    for (const auto& [version, ids] : unicode_deltas(findings_.results)) {
      if (version == hello_.unicode) continue;
      const std::string says =
          fmt::format("The letters and digits are those of Unicode {}, and hello names {}.",
                      version, hello_.unicode.empty() ? "none" : hello_.unicode);
      findings_.diagnoses.push_back({"unicode", says, {}, {}, ids, ids.size()});
    }
  }

  Result& result_of(const suite::Vector& vector) {
    return findings_.results[places_by_id_.at(vector.id)];
  }

  // Shows the first merge that differs, and the pairs that could be merged there.
  void show_partings() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const suite::Vector& vector = suite_.vectors[places_[i]];
      Result& result = findings_.results[i];
      const auto merges = merges_of(outcomes_.by_place[places_[i]].result);
      if (vector.op != "train" || !has_failed(result.status) || !merges || !is_askable(vector)) {
        continue;
      }
      if (auto parting = parting_of(vector, *merges, version_)) {
        result.where = std::move(parting->where);
        result.candidates = std::move(parting->candidates);
      }
    }
  }

  const suite::Suite& suite_;
  const std::vector<std::size_t>& places_;
  const judge::Outcomes& outcomes_;
  const program::Hello& hello_;
  Findings& findings_;
  unicode::Version version_ = unicode::pinned;
  std::map<std::size_t, std::vector<unicode::Version>> deltas_;
  bool deltas_fail_ = false;  // results of another version count as failures
  std::vector<Named> named_;
  std::map<std::string_view, std::size_t> places_by_id_;
};

}  // namespace

void diagnose(const suite::Suite& suite, const judge::Outcomes& outcomes, Findings& findings) {
  Diagnosing(suite, outcomes, findings).work();
}

std::map<std::size_t, std::vector<unicode::Version>> delta_versions(
    const suite::Suite& suite, const judge::Outcomes& outcomes) {
  // The number of vectors with variants that contradict each version.
  std::map<unicode::Version, std::size_t> wrong;
  for (const std::size_t place : outcomes.places) {
    const suite::Vector& vector = suite.vectors[place];
    const std::string* kind = suite::text_member(vector.expect, "result");
    if (kind == nullptr || *kind != "acceptable" || !was_answered(outcomes.by_place[place]))
      continue;
    for (const unicode::Version version : unicode::versions) {
      const program::Status status =
          judge::compare(suite::expectation(vector, version), outcomes.by_place[place].result);
      wrong[version] += status == program::Status::pass ? 0U : 1U;
    }
  }

  // Greedy choice: the version that explains the most of the remaining deltas.
  std::vector<std::size_t> left;
  for (const std::size_t place : outcomes.places) {
    if (outcomes.by_place[place].judgement.status == program::Status::unicode_delta)
      left.push_back(place);
  }
  std::map<std::size_t, std::vector<unicode::Version>> chosen;
  while (!left.empty()) {
    std::vector<unicode::Version> best;  // equally good versions, the preferred one first
    std::vector<std::size_t> most;
    for (const unicode::Version version : unicode::versions) {
      std::vector<std::size_t> explained;
      for (const std::size_t place : left) {
        const auto& versions = outcomes.by_place[place].judgement.versions;
        if (std::count(versions.begin(), versions.end(), version) > 0) explained.push_back(place);
      }
      const auto rank = [&](std::size_t explained_by, unicode::Version it) {
        return std::tuple(explained_by, SIZE_MAX - wrong[it],
                          unicode::name(it) == outcomes.hello.unicode);
      };
      if (explained.empty()) continue;
      const auto mine = rank(explained.size(), version);
      if (best.empty() || mine > rank(most.size(), best.front())) {
        best = {version};
        most = std::move(explained);
      } else if (mine == rank(most.size(), best.front()) && explained == most) {
        best.push_back(version);
      }
    }
    for (const std::size_t place : most) {
      chosen.emplace(place, best);
      std::erase(left, place);
    }
  }
  return chosen;
}

}  // namespace bpetite::conform::explain
