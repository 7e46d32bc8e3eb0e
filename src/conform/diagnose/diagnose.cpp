// Explains failures by Unicode versions, then by character classes, then by trainer rules. Each
// explanation is applied before the next one is looked for.
#include "conform/diagnose/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include "conform/diagnose/hypotheses.hpp"
#include "conform/diagnose/parting.hpp"
#include "conform/mutants/suspect.hpp"

namespace bpetite::conform::diagnose {
namespace {

bool was_answered(const judge::Outcome& outcome) { return outcome.sent && !outcome.result.empty(); }

bool has_failed(drive::Status status) {
  return status == drive::Status::fail || status == drive::Status::wrong_error;
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

class Diagnosing {
 public:
  Diagnosing(const suite::Suite& suite, const judge::Outcomes& outcomes, Findings& findings)
      : suite_(suite),
        places_(outcomes.places),
        outcomes_(outcomes),
        hello_(outcomes.hello),
        findings_(findings) {}

  void work() {
    version_ = judge::named_version(hello_).value_or(unicode::pinned);
    deltas_ = delta_versions(suite_, outcomes_);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (const auto found = deltas_.find(places_[i]); found != deltas_.end()) {
        findings_.results[i].unicode = version_words(found->second);
      }
    }
    diagnose_classes();
    diagnose_trainer();
    tell_versions();
  }

 private:
  // The answers to the vectors that `of` selects. If deltas count as failures, a result that is
  // right for another version is one.
  std::vector<Evidence> evidence(const std::function<bool(const Result&, const suite::Vector&)>& of,
                                 bool deltas_fail = false) const {
    std::vector<Evidence> list;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const judge::Outcome& outcome = outcomes_.by_place[places_[i]];
      const suite::Vector& vector = suite_.vectors[places_[i]];
      const drive::Status status = findings_.results[i].status;
      const bool told = has_failed(status) || status == drive::Status::pass ||
                        status == drive::Status::unicode_delta;
      if (was_answered(outcome) && told && of(findings_.results[i], vector)) {
        const bool foreign = deltas_fail && status == drive::Status::unicode_delta &&
                             findings_.results[i].unicode != hello_.unicode;
        list.push_back({&vector, &outcome.result, has_failed(status) || foreign});
      }
    }
    return list;
  }

  // Records the recognised hypotheses as the cause of these failures.
  void tell(std::string_view about, const std::vector<Hypothesis>& hypotheses,
            const Recognition& found, std::size_t failures) {
    Diagnosis diagnosis{std::string(about), {}, {}, {}, failures};
    for (const std::size_t i : found.hypotheses) {
      diagnosis.rules.push_back(fmt::format("{}", fmt::join(hypotheses[i].rules, " + ")));
      if (diagnosis.rules.size() <= 3) {
        diagnosis.says += (diagnosis.says.empty() ? "" : " Or: ") + hypotheses[i].says;
      }
    }
    for (const suite::Vector* vector : found.explained) {
      explain(*vector, diagnosis);
    }
    findings_.diagnoses.push_back(std::move(diagnosis));
  }

  // The character classes that explain failures of L0: computed once for the version that hello
  // names, and once for the version that the deltas show.
  struct Classes {
    unicode::Version version = unicode::pinned;
    std::vector<Hypothesis> hypotheses;
    Recognition found;
    std::size_t failures = 0;
    std::size_t left() const { return failures - found.explained.size(); }
  };
  Classes classes_of(unicode::Version version, bool deltas_fail) const {
    const auto of_chunks = [](const Result& result, const suite::Vector& vector) {
      return result.level == suite::Level::L0 &&
             (vector.op == "pretokenize" || vector.op == "encode");
    };
    Classes classes{version, {}, {}, 0};
    const auto list = evidence(of_chunks, deltas_fail);
    classes.failures = count_failures(list);
    const answer::TokenizerParts parts = mutants::with_memory(answer::reference_parts(version));
    for (std::size_t together = 1; together <= 3 && classes.left() > 0; ++together) {
      auto hypotheses = class_hypotheses(parts, version, together);
      Recognition found = recognise(suite_, hypotheses, list, false);
      if (found.explained.size() > classes.found.explained.size()) {
        classes.found = std::move(found);
        classes.hypotheses = std::move(hypotheses);
      }
    }
    return classes;
  }

  // Most results that are right for another version come from that version's tables. But some
  // wrong classes, such as ASCII letters, look like an old version. One cause is better than two.
  void diagnose_classes() {
    std::map<unicode::Version, std::size_t> explained;
    unicode::Version other = version_;
    for (const auto& [place, versions] : deltas_) {
      const unicode::Version version = versions.front();
      if (++explained[version] > explained[other]) other = version;
    }
    Classes classes = classes_of(other, false);
    if (classes.failures > 0 && other != version_) {
      Classes own = classes_of(version_, true);
      if (!own.found.hypotheses.empty() && own.left() <= classes.left()) classes = std::move(own);
    }
    version_ = classes.version;
    parts_ = mutants::with_memory(answer::reference_parts(version_));
    if (classes.found.hypotheses.empty()) return;
    const Hypothesis& best = classes.hypotheses[classes.found.hypotheses.front()];
    classes.found.hypotheses.resize(1);  // a smaller set that explains as much comes first
    tell("classes", classes.hypotheses, classes.found, classes.failures);
    parts_.pretokenize = [it = best.make()](std::string_view text) { return it.pretokenize(text); };

    // Failures of other levels that come from the same chunks.
    const auto elsewhere = evidence(
        [](const Result& result, const suite::Vector& vector) {
          return result.level != suite::Level::L0 && result.status != drive::Status::pass &&
                 (vector.op == "encode" || vector.op == "train");
        },
        version_ != other);
    for (const suite::Vector* vector : explained_by(suite_, best, elsewhere, false)) {
      explain(*vector, findings_.diagnoses.back());
    }
  }

  // A failure with another explanation is not a difference of versions.
  void explain(const suite::Vector& vector, Diagnosis& diagnosis) {
    Result& result = result_of(vector);
    if (result.status == drive::Status::unicode_delta) result.status = drive::Status::fail;
    result.unicode.clear();
    result.rule = diagnosis.says;
    diagnosis.explains.push_back(vector.id);
  }

  void diagnose_trainer() {
    auto list =
        evidence([](const Result&, const suite::Vector& vector) { return vector.op == "train"; });
    for (Evidence& it : list) {
      it.failed = it.failed && result_of(*it.vector).rule.empty();
    }
    const std::size_t failures = count_failures(list);
    show_partings();
    if (failures == 0) return;
    for (const auto make :
         {step_hypotheses, corpus_hypotheses, chunk_hypotheses, paired_hypotheses}) {
      const auto hypotheses = make(parts_);
      const Recognition found = recognise(suite_, hypotheses, list, true);
      if (found.hypotheses.empty()) continue;
      const bool whole = found.explained.size() == failures;
      const bool better = trainer_.explained.size() < found.explained.size();
      if (better) {
        trainer_ = found;
        guesses_ = hypotheses;
      }
      if (whole) break;
    }
    if (!trainer_.hypotheses.empty()) tell("trainer", guesses_, trainer_, failures);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      Result& result = findings_.results[i];
      const bool train = suite_.vectors[places_[i]].op == "train";
      if (train && has_failed(result.status) && result.rule.empty()) result.rule = "not recognised";
    }
  }

  // Reports the version of the remaining deltas, if it is not the one that hello names.
  void tell_versions() {
    for (const auto& [version, ids] : unicode_deltas(findings_.results)) {
      if (version == hello_.unicode) continue;
      const std::string says =
          fmt::format("The letters and digits are those of Unicode {}, and hello names {}.",
                      version, hello_.unicode.empty() ? "none" : hello_.unicode);
      findings_.diagnoses.push_back({"unicode", says, {}, ids, ids.size()});
    }
  }

  Result& result_of(const suite::Vector& vector) {
    return *std::find_if(findings_.results.begin(), findings_.results.end(),
                         [&](const Result& result) { return result.id == vector.id; });
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
  const drive::Hello& hello_;
  Findings& findings_;
  unicode::Version version_ = unicode::pinned;
  std::map<std::size_t, std::vector<unicode::Version>> deltas_;
  answer::TokenizerParts parts_;
  Recognition trainer_;
  std::vector<Hypothesis> guesses_;
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
      const drive::Status status =
          judge::compare(suite::expectation(vector, version), outcomes.by_place[place].result);
      wrong[version] += status == drive::Status::pass ? 0U : 1U;
    }
  }

  // Greedy choice: the version that explains the most of the remaining deltas.
  std::vector<std::size_t> left;
  for (const std::size_t place : outcomes.places) {
    if (outcomes.by_place[place].judgement.status == drive::Status::unicode_delta)
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

}  // namespace bpetite::conform::diagnose
