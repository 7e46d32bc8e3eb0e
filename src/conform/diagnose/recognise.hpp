// Names the faults that a program has in one operation. A fault is named only if a tokenizer that
// has it gives the program's answers, right and wrong ones.
//
//   evidence      the program's answers to all vectors of `train`
//   recognise     {tie-first-seen}: the same answer to all 31 failures, and no other answer to a
//                 vector that passed
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "conform/diagnose/guess.hpp"

namespace bpetite::conform::diagnose {

// A fault by its place in known_faults(). If several explain the same failures equally well, all
// of them, in order.
using Alternatives = std::vector<std::size_t>;

struct Cause {
  Alternatives faults;
  std::vector<const suite::Vector*> explained;  // the failures to which it gives the same answer
};

// As few faults as can explain as many failures as possible (INTERPRETING.md, "Causes").
// `named` are causes that other operations have, which are tried first; `banned` faults are not
// tried.
std::vector<Cause> recognise(const Basis& basis, std::vector<Evidence> evidence,
                             std::span<const Alternatives> named,
                             const std::set<std::size_t>& banned);

}  // namespace bpetite::conform::diagnose
