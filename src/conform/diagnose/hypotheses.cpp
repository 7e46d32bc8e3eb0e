// Mutants and classes, put together anew.
#include "conform/diagnose/hypotheses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conform/mutants/mutants.hpp"
#include "conform/mutants/training.hpp"

namespace bpetite::conform {
namespace {

Hypothesis guess_of_classes(const TokenizerParts& parts, unicode::Version version,
                            const std::vector<const ClassSet*>& sets) {
  Hypothesis hypothesis;
  for (const ClassSet* set : sets) {
    hypothesis.rules.emplace_back(set->name);
    hypothesis.says += fmt::format("{}{}", hypothesis.says.empty() ? "" : ", ", set->says);
  }
  hypothesis.make = [parts, version, sets] {
    TokenizerParts other = parts;
    other.pretokenize = cut_by(pattern_with(sets), version);
    return assembled(std::move(other));
  };
  return hypothesis;
}

// One fault of a trainer: a rule of its steps, or a change of parts.
struct GuessedFault {
  std::string name;
  std::string says;
  std::optional<TrainingStep> step;
  std::function<void(Training&)> rule;
  std::function<TokenizerParts(TokenizerParts)> change;
};

Hypothesis of_faults(const TokenizerParts& parts, const std::vector<const GuessedFault*>& faults) {
  Hypothesis hypothesis;
  Training training;
  bool ruled = false;
  std::vector<std::function<TokenizerParts(TokenizerParts)>> changes;
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
    TokenizerParts other = parts;
    if (ruled) {
      other.learn_merges = [training](Chunks chunks, std::size_t planned) {
        return learn(training, std::move(chunks), planned);
      };
    }
    for (const auto& change : changes) {
      other = change(std::move(other));
    }
    return assembled(std::move(other));
  };
  return hypothesis;
}

std::vector<GuessedFault> ruled_faults() {
  std::vector<GuessedFault> faults;
  for (const auto& family : {training_rules(), further_training_rules()}) {
    for (const TrainingRule& rule : family) {
      faults.push_back({rule.name, rule.fault, rule.step, rule.change, {}});
    }
  }
  return faults;
}

// The mutants of a level that are no rules.
std::vector<GuessedFault> changing_faults(Level level) {
  const std::vector<TrainingRule> ruled = training_rules();
  std::vector<GuessedFault> faults;
  for (const Mutant& mutant : mutants()) {
    const bool is_rule = std::any_of(ruled.begin(), ruled.end(), [&](const TrainingRule& rule) {
      return rule.name == mutant.name;
    });
    if (mutant.level == level && !is_rule) {
      faults.push_back({mutant.name, mutant.fault, {}, {}, mutant.change});
    }
  }
  return faults;
}

std::vector<Hypothesis> singles(const TokenizerParts& parts,
                                const std::vector<GuessedFault>& faults) {
  std::vector<Hypothesis> hypotheses;
  for (const GuessedFault& fault : faults) {
    hypotheses.push_back(of_faults(parts, {&fault}));
  }
  return hypotheses;
}

}  // namespace

std::vector<Hypothesis> class_hypotheses(const TokenizerParts& parts, unicode::Version version,
                                         std::size_t together) {
  std::array<std::vector<const ClassSet*>, 3> kinds = {{{nullptr}, {nullptr}, {nullptr}}};
  for (const ClassSet& set : class_sets()) {
    kinds.at(static_cast<std::size_t>(set.kind)).push_back(&set);
  }
  std::vector<Hypothesis> hypotheses;
  for (const ClassSet* space : kinds[0]) {
    for (const ClassSet* letter : kinds[1]) {
      for (const ClassSet* number : kinds[2]) {
        std::vector<const ClassSet*> sets = {space, letter, number};
        std::erase(sets, nullptr);
        if (sets.size() == together) hypotheses.push_back(guess_of_classes(parts, version, sets));
      }
    }
  }
  return hypotheses;
}

std::vector<Hypothesis> step_hypotheses(const TokenizerParts& parts) {
  return singles(parts, ruled_faults());
}

std::vector<Hypothesis> corpus_hypotheses(const TokenizerParts& parts) {
  return singles(parts, changing_faults(Level::L3));
}

std::vector<Hypothesis> chunk_hypotheses(const TokenizerParts& parts) {
  return singles(parts, changing_faults(Level::L0));
}

std::vector<Hypothesis> paired_hypotheses(const TokenizerParts& parts) {
  const std::vector<GuessedFault> ruled = ruled_faults();
  std::vector<GuessedFault> others = changing_faults(Level::L3);
  std::vector<Hypothesis> hypotheses;
  for (std::size_t i = 0; i < ruled.size(); ++i) {
    for (std::size_t j = i + 1; j < ruled.size(); ++j) {
      if (ruled[i].step != ruled[j].step) {
        hypotheses.push_back(of_faults(parts, {&ruled[i], &ruled[j]}));
      }
    }
    if (ruled[i].step != TrainingStep::choose) continue;
    for (const GuessedFault& other : others) {
      hypotheses.push_back(of_faults(parts, {&ruled[i], &other}));
    }
  }
  return hypotheses;
}

}  // namespace bpetite::conform
