// Recognising what a program does: guesses are asked what the program was asked. The guess that
// gives the same answers, right and wrong ones, is what the program does.
//
//   hypotheses    tie-largest, tie-first-seen, ...
//   evidence      what the program learned from 84 corpora
//   recognise     {tie-first-seen}: it explains all 31 failures, and passes what the program passed
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "conform/answer/implementation.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::diagnose {

struct Hypothesis {
  std::vector<std::string> rules;  // names of mutants or character classes
  std::string says;                // "Among the most frequent pairs the largest is merged."
  std::function<answer::Implementation()> make;  // reads artifacts as all the others do
};

// What was answered to a vector, in the form of `expect`. Both must live as long as it is used.
struct Evidence {
  const suite::Vector* vector = nullptr;
  const json::Object* observed = nullptr;
  bool failed = false;
};

struct Recognition {
  std::vector<std::size_t> hypotheses;          // equally good ones, in their order; or none
  std::vector<const suite::Vector*> explained;  // the failures that each of them explains
};

// What may be asked of a guess again and again: no test of time, no megabytes.
bool is_askable(const suite::Vector& vector);

// The hypotheses that explain the most failures, at least half of them, and contradict nothing that
// passed. An error is the same as any other, if `any_error`: its class is its author's.
Recognition recognise(const suite::Suite& suite, std::span<const Hypothesis> hypotheses,
                      std::vector<Evidence> evidence, bool any_error);

// Those of the failures that the guess answers in the same way.
std::vector<const suite::Vector*> explained_by(const suite::Suite& suite,
                                               const Hypothesis& hypothesis,
                                               const std::vector<Evidence>& evidence,
                                               bool any_error);

}  // namespace bpetite::conform::diagnose
