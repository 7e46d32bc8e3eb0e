// Sends vectors (test cases) to a tokenizer in this process (Suspect): a mutant (a deliberately
// wrong tokenizer), or a tokenizer with the faults (decisions made wrongly) that the program under
// test may have. The operation pretokenize can be left out.
//
//   Suspect suspect(suite, with_fault(mutant));
//   suspect.hello()              the operations and capabilities that it declares
//   suspect.observe(vector)      its answer
//   suspect.fails(vector)        whether the answer is wrong
#pragma once

#include "conform/program/bundle.hpp"
#include "conform/program/exchange.hpp"
#include "conform/program/serve.hpp"
#include "conform/program/tokenizer_parts.hpp"

namespace bpetite::conform::explain {

class Suspect {
 public:
  // The suite must outlive it. If `shows_chunks` is false, it lacks the operation pretokenize.
  Suspect(const suite::Suite& suite, program::Implementation implementation,
          bool shows_chunks = true);
  Suspect(const Suspect&) = delete;
  Suspect& operator=(const Suspect&) = delete;

  const program::Hello& hello() const { return hello_; }
  program::Observation observe(const suite::Vector& vector) { return exchange_.observe(vector); }
  bool fails(const suite::Vector& vector);

 private:
  program::Hello hello_;
  program::Bundle bundle_;
  program::Server server_;
  program::VectorExchange exchange_;
};

}  // namespace bpetite::conform::explain
