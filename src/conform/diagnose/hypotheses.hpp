// The faults that a program may have, and tokenizers that have several of them at once.
//
//   known_faults()                           js-space, no-lookahead, tie-first-seen, ...
//   with_faults(parts, version, {a, b})      a tokenizer with the faults a and b
//
// The vectors name the mutants that they kill, so that it is known without trying which vectors
// most faults fail. Some sets of characters and rules of trainers are no mutants.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conform/mutants/classes.hpp"
#include "conform/mutants/training.hpp"
#include "conform/program/tokenizer_parts.hpp"

namespace bpetite::conform::diagnose {

// One fault: another set of characters, another rule of training, or other parts.
struct Fault {
  std::string name;        // of the mutant, the set or the rule
  std::string says;        // "Among the most frequent pairs the largest is merged."
  std::string about;       // "classes", "trainer" or "fault"
  bool is_mutant = false;  // then the vectors say whether they kill it
  const mutants::ClassSet* set = nullptr;
  std::optional<mutants::TrainingStep> step = {};
  std::function<void(mutants::Training&)> rule = {};
  std::function<program::TokenizerParts(program::TokenizerParts)> change = {};
};

// Every fault. Other versions of Unicode are not among them: `diagnose` finds the version first.
const std::vector<Fault>& known_faults();

// Whether a tokenizer can have all of them: at most one set for a class, one rule for a step.
bool fit_together(std::span<const Fault* const> faults);

// The tokenizer with these parts and these faults, which must fit together.
program::Implementation with_faults(program::TokenizerParts parts, unicode::Version version,
                                    std::span<const Fault* const> faults);

}  // namespace bpetite::conform::diagnose
