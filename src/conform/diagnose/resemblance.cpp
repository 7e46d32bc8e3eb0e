// Finds the most similar mutant: by the numbers of shared failures, and if these are equal, by
// the mutants' answers.
#include "conform/diagnose/resemblance.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "conform/diagnose/recognise.hpp"
#include "conform/mutants/mutants.hpp"
#include "conform/mutants/suspect.hpp"

namespace bpetite::conform::diagnose {
namespace {

constexpr std::size_t most_asked = 16;  // enough failures to tell mutants apart

// Similarity: the share of common failures, then the number of equal answers.
struct Likeness {
  std::size_t kills = 0;
  std::size_t shared = 0;
  double likeness = 0;
  std::size_t answers = 0;
};

// Mutants skip timed vectors, so a timed vector cannot identify a mutant.
bool is_telling(const suite::Vector& vector, drive::Status status) {
  return status != drive::Status::not_claimed && status != drive::Status::skip &&
         json::find(vector.expect, "within_seconds") == nullptr;
}

class Resemblance {
 public:
  Resemblance(const suite::Suite& suite, const judge::Outcomes& outcomes,
              std::vector<Result>& results)
      : suite_(suite), places_(outcomes.places), outcomes_(outcomes.by_place), results_(results) {}

  void work() {
    count();
    for (const auto& [name, match] : matches_) {
      if (match.likeness >= 0.5) alike_[match.likeness].insert(name);
    }
    for (const auto& [likeness, names] : alike_) {
      if (names.size() > 1) ask(names);
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (drive::is_wrong_answer(results_[i].status)) {
        results_[i].resembles = nearest(suite_.vectors[places_[i]]);
      }
    }
  }

 private:
  void count() {
    std::size_t failures = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const suite::Vector& vector = suite_.vectors[places_[i]];
      const drive::Status status = results_[i].status;
      if (!is_telling(vector, status)) continue;
      failures += drive::is_failure(status) ? 1U : 0U;
      for (const std::string& mutant : vector.kills) {
        Likeness& match = matches_[mutant];
        ++match.kills;
        match.shared += drive::is_failure(status) ? 1U : 0U;
      }
    }
    for (auto& [name, match] : matches_) {
      match.likeness = static_cast<double>(match.shared) /
                       static_cast<double>(match.kills + failures - match.shared);
    }
  }

  // Gets the mutants' answers to the first failures that one of them shares.
  void ask(const std::set<std::string>& names) {
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < places_.size() && asked.size() < most_asked; ++i) {
      const suite::Vector& vector = suite_.vectors[places_[i]];
      const bool killed =
          std::any_of(vector.kills.begin(), vector.kills.end(),
                      [&](const std::string& name) { return names.contains(name); });
      const bool told = !outcomes_[places_[i]].result.empty() && is_askable(vector);
      if (killed && told && drive::is_failure(results_[i].status)) asked.push_back(places_[i]);
    }
    for (const std::string& name : names) {
      const auto mutant = mutants::find_mutant(name);
      if (!mutant) continue;
      mutants::Suspect suspect(suite_, mutants::implementation_of(*mutant));
      for (const std::size_t place : asked) {
        const drive::Observation observation = suspect.observe(suite_.vectors[place]);
        const auto* observed = std::get_if<drive::Observed>(&observation);
        const bool same = observed != nullptr && json::serialize({observed->result}) ==
                                                     json::serialize({outcomes_[place].result});
        matches_[name].answers += same ? 1U : 0U;
      }
    }
  }

  std::string nearest(const suite::Vector& vector) const {
    std::string best;
    std::pair<double, std::size_t> most{0.5, 0};
    for (const std::string& name : vector.kills) {
      const auto found = matches_.find(name);
      const Likeness match = found == matches_.end() ? Likeness{} : found->second;
      const std::pair rank(match.likeness, match.answers);
      if (rank > most || (best.empty() && rank == most)) {
        best = name;
        most = rank;
      }
    }
    return best;
  }

  const suite::Suite& suite_;
  const std::vector<std::size_t>& places_;
  const std::vector<judge::Outcome>& outcomes_;
  std::vector<Result>& results_;
  std::map<std::string, Likeness> matches_;
  std::map<double, std::set<std::string>> alike_;
};

}  // namespace

void find_resemblance(const suite::Suite& suite, const judge::Outcomes& outcomes,
                      std::vector<Result>& results) {
  Resemblance(suite, outcomes, results).work();
}

}  // namespace bpetite::conform::diagnose
