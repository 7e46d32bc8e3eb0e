// Recognises what a program does: sends its vectors to hypotheses, and looks for a hypothesis
// that gives the same answers, right and wrong ones.
//
//   hypotheses    tie-largest, tie-first-seen, ...
//   evidence      what the program learned from 84 corpora
//   recognise     {tie-first-seen}: it explains all 31 failures, and contradicts no passed vector
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
  std::function<answer::Implementation()> make;  // loads artifacts as all the others do
};

// The answer to a vector, in the form of `expect`. The caller keeps both alive.
struct Evidence {
  const suite::Vector* vector = nullptr;
  const json::Object* observed = nullptr;
  bool failed = false;
};

struct Recognition {
  std::vector<std::size_t> hypotheses;          // indices of equally good ones, in order; or none
  std::vector<const suite::Vector*> explained;  // the failures that each of them explains
};

// Whether a vector may be sent to many hypotheses: it has no time limit and is not large.
bool is_askable(const suite::Vector& vector);

// The hypotheses that explain the most failures, at least half of them, and contradict no vector
// that passed. If `any_error` is true, all errors are equal, since an author chooses the classes.
Recognition recognise(const suite::Suite& suite, std::span<const Hypothesis> hypotheses,
                      std::vector<Evidence> evidence, bool any_error);

// The failures to which the hypothesis gives the same answers.
std::vector<const suite::Vector*> explained_by(const suite::Suite& suite,
                                               const Hypothesis& hypothesis,
                                               const std::vector<Evidence>& evidence,
                                               bool any_error);

}  // namespace bpetite::conform::diagnose
