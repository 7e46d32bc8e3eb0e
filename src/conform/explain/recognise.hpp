// Finds the faults (decisions made wrongly) that explain a program's failures in one operation
// (recognise). There may be several at once. A fault is named only if the reference with the named
// faults planted in it (Basis, Guess) gives the program's answers to nine tenths of the failures
// that this fault causes, and to all vectors (test cases) that passed. Faults that fit equally well
// are named as alternatives: "this or that" (Cause).
//
//   evidence      the program's answers to all vectors of `train`
//   recognise     {tie-first-seen}: the same answer to all 31 failures, and no other answer to a
//                 vector that passed
//
// Also gives the size of a vector's text or corpus (bytes_in), and says which vectors are cheap
// enough to be tried with many faults (is_askable), and whether a vector names a fault as one that
// fails it (is_killed_by).
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "conform/explain/suspect.hpp"
#include "conform/faults/fault.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::explain {

using faults::Fault;

// The answer to a vector, in the form of `expect`. The caller keeps both alive.
struct Evidence {
  const suite::Vector* vector = nullptr;
  const json::Object* observed = nullptr;
  bool failed = false;
};

// The tokenizer in which the faults are planted: the reference, for a version of Unicode.
class Basis {
 public:
  Basis(const suite::Suite& suite, unicode::Version version);

  const suite::Suite& suite() const { return suite_; }
  const program::TokenizerParts& parts() const { return parts_; }
  unicode::Version version() const { return version_; }

  // Whether the vector names all mutants that it kills. Vectors that people have written do not
  // name any. The names hold for the pinned version of Unicode.
  bool knows_kills(const suite::Vector& vector) const;

 private:
  const suite::Suite& suite_;
  unicode::Version version_;
  program::TokenizerParts parts_;
  std::set<std::string> groups_;  // the groups with vectors that name mutants
};

// The number of bytes in the vector's text or corpus.
std::size_t bytes_in(const suite::Vector& vector);

// Whether a vector is cheap enough to be tried with many faults: it has no time limit and is not
// large.
bool is_askable(const suite::Vector& vector);

// Whether the mutant would fail this vector, as far as the vector says so.
bool is_killed_by(const suite::Vector& vector, const Fault& fault);

// A guess about the program under test: the reference with some faults. Its answers to vectors are
// compared with those of the program.
//
//   Guess guess(basis, {place of js-space})
//   guess.answers_alike(evidence)     true if it gives the program's answer to this vector
class Guess {
 public:
  // The faults by their places in faults::suspects(). They must fit together.
  Guess(const Basis& basis, const std::vector<std::size_t>& faults);

  // Whether it gives the program's answer. If the right answer is a result, all refusals of one
  // kind count as the same answer.
  bool answers_alike(const Evidence& evidence);

  // Whether it gives another answer than the program. An Internal error does not count, because the
  // regex engine of a guess can run out of stack.
  bool contradicts(const Evidence& evidence);

  // Whether it fails the vector.
  bool fails(const suite::Vector& vector);

 private:
  std::optional<json::Object> answer(const suite::Vector& vector);

  const Basis& basis_;
  Suspect suspect_;
};

// A cause of failures: a fault, by its place in faults::suspects(). If several faults explain the
// same failures equally well, all of them, in order.
using Alternatives = std::vector<std::size_t>;

struct Cause {
  Alternatives faults;
  std::vector<const suite::Vector*> explained;  // the failures to which it gives the same answer
};

// Finds as few faults as possible that explain as many failures as possible (INTERPRETING.md,
// "Causes"). `named` are causes that were found in other operations, and are tried first. `banned`
// faults are not tried.
std::vector<Cause> recognise(const Basis& basis, std::vector<Evidence> evidence,
                             std::span<const Alternatives> named,
                             const std::set<std::size_t>& banned);

}  // namespace bpetite::conform::explain
