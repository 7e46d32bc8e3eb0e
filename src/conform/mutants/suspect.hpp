// Sends vectors to a tokenizer in this process: a mutant, or a hypothesis about the program under
// test.
//
//   Suspect suspect(suite, implementation_of(mutant));
//   suspect.observe(vector)      its answer
//   suspect.fails(vector)        whether the answer is wrong
#pragma once

#include "conform/answer/serve.hpp"
#include "conform/answer/tokenizer_parts.hpp"
#include "conform/drive/bundle.hpp"
#include "conform/drive/vector_exchange.hpp"

namespace bpetite::conform::mutants {

class Suspect {
 public:
  // The suite must outlive it. If it does not show chunks, it lacks the operation pretokenize.
  Suspect(const suite::Suite& suite, answer::Implementation implementation,
          bool shows_chunks = true);
  Suspect(const Suspect&) = delete;
  Suspect& operator=(const Suspect&) = delete;

  const drive::Hello& hello() const { return hello_; }
  drive::Observation observe(const suite::Vector& vector) { return exchange_.observe(vector); }
  bool fails(const suite::Vector& vector);

 private:
  drive::Hello hello_;
  drive::Bundle bundle_;
  answer::Server server_;
  drive::VectorExchange exchange_;
};

// The parts with caches for slow ones. Many suspects that differ in other parts share them.
answer::TokenizerParts with_memory(answer::TokenizerParts parts);

}  // namespace bpetite::conform::mutants
