// Collects the faults from the mutants, the sets of characters and the rules of trainers.
#include "conform/diagnose/hypotheses.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "conform/mutants/mutants.hpp"
#include "conform/mutants/suspect.hpp"

namespace bpetite::conform::diagnose {
namespace {

Fault of_set(const mutants::ClassSet& set, bool is_mutant) {
  Fault fault{std::string(set.name), std::string(set.says), "classes", is_mutant};
  fault.set = &set;
  return fault;
}

Fault of_rule(const mutants::TrainingRule& rule, bool is_mutant) {
  Fault fault{rule.name, rule.fault, "trainer", is_mutant};
  fault.step = rule.step;
  fault.rule = rule.change;
  return fault;
}

Fault of_mutant(const mutants::Mutant& mutant) {
  Fault fault{mutant.name, mutant.fault, mutant.level == suite::Level::L3 ? "trainer" : "fault",
              true};
  fault.change = mutant.change;
  return fault;
}

std::vector<Fault> collected() {
  std::vector<Fault> faults;
  const std::vector<mutants::Mutant> all = mutants::mutants();
  const auto is_mutant = [&](std::string_view name) {
    return std::any_of(all.begin(), all.end(),
                       [&](const mutants::Mutant& mutant) { return mutant.name == name; });
  };
  for (const mutants::ClassSet& set : mutants::class_sets()) {
    faults.push_back(of_set(set, is_mutant(set.name)));
  }
  for (const auto& family : {mutants::training_rules(), mutants::further_training_rules()}) {
    for (const mutants::TrainingRule& rule : family) {
      faults.push_back(of_rule(rule, is_mutant(rule.name)));
    }
  }
  for (const mutants::Mutant& mutant : all) {
    const bool is_known = std::any_of(faults.begin(), faults.end(),
                                      [&](const Fault& it) { return it.name == mutant.name; });
    if (!is_known && mutant.flag != "UnicodeDrift") faults.push_back(of_mutant(mutant));
  }
  for (const mutants::Mutant& mutant : mutants::further_decode_mutants()) {
    faults.push_back(of_mutant(mutant));
    faults.back().is_mutant = false;
  }
  return faults;
}

// The function that splits texts with a pattern, with its cache. Many guesses use the same few.
std::function<std::vector<std::string>(std::string_view text)> remembered_cut(
    const std::string& pattern, unicode::Version version) {
  constexpr std::size_t most_known = 64;
  using Cut = std::function<std::vector<std::string>(std::string_view text)>;
  thread_local std::map<std::pair<std::string, unicode::Version>, Cut> known;
  if (known.size() >= most_known) known.clear();
  const auto [place, is_new] = known.try_emplace({pattern, version});
  if (is_new) {
    program::TokenizerParts parts;
    parts.pretokenize = program::cut_by(pattern, version);
    place->second = mutants::with_memory(std::move(parts)).pretokenize;
  }
  return place->second;
}

}  // namespace

const std::vector<Fault>& known_faults() {
  static const std::vector<Fault> faults = collected();
  return faults;
}

bool fit_together(std::span<const Fault* const> faults) {
  for (std::size_t i = 0; i < faults.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Fault& one = *faults[i];
      const Fault& other = *faults[j];
      const bool same_class =
          one.set != nullptr && other.set != nullptr && one.set->kind == other.set->kind;
      if (same_class || (one.step && one.step == other.step) || one.name == other.name)
        return false;
    }
  }
  return true;
}

program::Implementation with_faults(program::TokenizerParts parts, unicode::Version version,
                                    std::span<const Fault* const> faults) {
  std::vector<const mutants::ClassSet*> sets;
  mutants::Training training;
  bool is_ruled = false;
  for (const Fault* fault : faults) {
    if (fault->set != nullptr) sets.push_back(fault->set);
    if (fault->rule) {
      fault->rule(training);
      is_ruled = true;
    }
  }
  if (!sets.empty()) parts.pretokenize = remembered_cut(mutants::pattern_with(sets), version);
  if (is_ruled) {
    parts.learn_merges = [training](mutants::Chunks chunks, std::size_t planned) {
      return mutants::learn(training, std::move(chunks), planned);
    };
  }
  for (const Fault* fault : faults) {
    if (fault->change) parts = fault->change(std::move(parts));
  }
  return program::assembled(std::move(parts));
}

}  // namespace bpetite::conform::diagnose
