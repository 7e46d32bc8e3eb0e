// Makes hypotheses from the mutants and the character classes.
#include "conform/diagnose/hypotheses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conform/mutants/mutants.hpp"
#include "conform/mutants/training.hpp"

namespace bpetite::conform::diagnose {
namespace {

Hypothesis guess_of_classes(const answer::TokenizerParts& parts, unicode::Version version,
                            const std::vector<const mutants::ClassSet*>& sets) {
  Hypothesis hypothesis;
  for (const mutants::ClassSet* set : sets) {
    hypothesis.rules.emplace_back(set->name);
    hypothesis.says += fmt::format("{}{}", hypothesis.says.empty() ? "" : ", ", set->says);
  }
  hypothesis.make = [parts, version, sets] {
    answer::TokenizerParts other = parts;
    other.pretokenize = answer::cut_by(mutants::pattern_with(sets), version);
    return answer::assembled(std::move(other));
  };
  return hypothesis;
}

// One fault of a trainer: a rule for a training step, or a change of parts.
struct GuessedFault {
  std::string name;
  std::string says;
  std::optional<mutants::TrainingStep> step;
  std::function<void(mutants::Training&)> rule;
  std::function<answer::TokenizerParts(answer::TokenizerParts)> change;
};

Hypothesis of_faults(const answer::TokenizerParts& parts,
                     const std::vector<const GuessedFault*>& faults) {
  Hypothesis hypothesis;
  mutants::Training training;
  bool ruled = false;
  std::vector<std::function<answer::TokenizerParts(answer::TokenizerParts)>> changes;
  for (const GuessedFault* fault : faults) {
    hypothesis.rules.push_back(fault->name);
    hypothesis.says += (hypothesis.says.empty() ? "" : " ") + fault->says;
    if (fault->rule) {
      fault->rule(training);
      ruled = true;
    } else {
      changes.push_back(fault->change);
    }
  }
  hypothesis.make = [parts, training, ruled, changes] {
    answer::TokenizerParts other = parts;
    if (ruled) {
      other.learn_merges = [training](mutants::Chunks chunks, std::size_t planned) {
        return mutants::learn(training, std::move(chunks), planned);
      };
    }
    for (const auto& change : changes) {
      other = change(std::move(other));
    }
    return answer::assembled(std::move(other));
  };
  return hypothesis;
}

std::vector<GuessedFault> ruled_faults() {
  std::vector<GuessedFault> faults;
  for (const auto& family : {mutants::training_rules(), mutants::further_training_rules()}) {
    for (const mutants::TrainingRule& rule : family) {
      faults.push_back({rule.name, rule.fault, rule.step, rule.change, {}});
    }
  }
  return faults;
}

// The mutants of a level that are not training rules.
std::vector<GuessedFault> changing_faults(suite::Level level) {
  const std::vector<mutants::TrainingRule> ruled = mutants::training_rules();
  std::vector<GuessedFault> faults;
  for (const mutants::Mutant& mutant : mutants::mutants()) {
    const bool is_rule =
        std::any_of(ruled.begin(), ruled.end(),
                    [&](const mutants::TrainingRule& rule) { return rule.name == mutant.name; });
    if (mutant.level == level && !is_rule) {
      faults.push_back({mutant.name, mutant.fault, {}, {}, mutant.change});
    }
  }
  return faults;
}

std::vector<Hypothesis> singles(const answer::TokenizerParts& parts,
                                const std::vector<GuessedFault>& faults) {
  std::vector<Hypothesis> hypotheses;
  for (const GuessedFault& fault : faults) {
    hypotheses.push_back(of_faults(parts, {&fault}));
  }
  return hypotheses;
}

}  // namespace

std::vector<Hypothesis> class_hypotheses(const answer::TokenizerParts& parts,
                                         unicode::Version version, std::size_t together) {
  std::array<std::vector<const mutants::ClassSet*>, 3> kinds = {{{nullptr}, {nullptr}, {nullptr}}};
  for (const mutants::ClassSet& set : mutants::class_sets()) {
    kinds.at(static_cast<std::size_t>(set.kind)).push_back(&set);
  }
  std::vector<Hypothesis> hypotheses;
  for (const mutants::ClassSet* space : kinds[0]) {
    for (const mutants::ClassSet* letter : kinds[1]) {
      for (const mutants::ClassSet* number : kinds[2]) {
        std::vector<const mutants::ClassSet*> sets = {space, letter, number};
        std::erase(sets, nullptr);
        if (sets.size() == together) hypotheses.push_back(guess_of_classes(parts, version, sets));
      }
    }
  }
  return hypotheses;
}

std::vector<Hypothesis> step_hypotheses(const answer::TokenizerParts& parts) {
  return singles(parts, ruled_faults());
}

std::vector<Hypothesis> corpus_hypotheses(const answer::TokenizerParts& parts) {
  return singles(parts, changing_faults(suite::Level::L3));
}

std::vector<Hypothesis> chunk_hypotheses(const answer::TokenizerParts& parts) {
  return singles(parts, changing_faults(suite::Level::L0));
}

std::vector<Hypothesis> paired_hypotheses(const answer::TokenizerParts& parts) {
  const std::vector<GuessedFault> ruled = ruled_faults();
  std::vector<GuessedFault> others = changing_faults(suite::Level::L3);
  std::vector<Hypothesis> hypotheses;
  for (std::size_t i = 0; i < ruled.size(); ++i) {
    for (std::size_t j = i + 1; j < ruled.size(); ++j) {
      if (ruled[i].step != ruled[j].step) {
        hypotheses.push_back(of_faults(parts, {&ruled[i], &ruled[j]}));
      }
    }
    if (ruled[i].step != mutants::TrainingStep::choose) continue;
    for (const GuessedFault& other : others) {
      hypotheses.push_back(of_faults(parts, {&ruled[i], &other}));
    }
  }
  return hypotheses;
}

}  // namespace bpetite::conform::diagnose
