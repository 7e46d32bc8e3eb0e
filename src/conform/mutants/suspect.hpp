// A tokenizer in this process that is asked vectors as a program would be: a mutant, or a guess at
// what the program under test does.
//
//   Suspect suspect(suite, implementation_of(mutant));
//   suspect.observe(vector)      what it answers
//   suspect.fails(vector)        whether that is wrong
#pragma once

#include "conform/answer/serve.hpp"
#include "conform/answer/tokenizer_parts.hpp"
#include "conform/drive/bundle.hpp"
#include "conform/drive/vector_exchange.hpp"

namespace bpetite::conform::mutants {

class Suspect {
 public:
  // The suite must outlive it. One that shows no chunks has no operation for them.
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

// These parts, of which those that cost much remember their answers: for many suspects that differ
// in something else.
answer::TokenizerParts with_memory(answer::TokenizerParts parts);

}  // namespace bpetite::conform::mutants
