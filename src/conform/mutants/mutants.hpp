// The mutants: tokenizers that are wrong on purpose, each in one way that somebody's tokenizer was.
//
//   $ bpetite conform run --impl 'bpetite serve --mutant tie-largest'
//       L3 fails; L0, L1 and L2 conform: the fault lies in the trainer
//
// By them the vectors are judged: a mutant that no vector kills shows a gap in the suite. An
// implementation that fails the same vectors as a mutant probably has its fault.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/answer/tokenizer_parts.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::mutants {

struct Mutant {
  std::string name;   // "tie-largest"
  std::string fault;  // one sentence: "Among the most frequent pairs the largest is merged."
  std::string flag;   // the kind of fault: one of the flags of the vectors
  suite::Level level = suite::Level::L0;  // the lowest level that it cannot conform at
  std::function<answer::TokenizerParts(answer::TokenizerParts)>
      change;  // replaces a function or two of the reference
};

// All of them, by level and name.
std::vector<Mutant> mutants();

// The one of that name.
std::optional<Mutant> find_mutant(std::string_view name);

// It, ready to be served.
answer::Implementation implementation_of(const Mutant& mutant);

// Those of each part, in files of their own.
std::vector<Mutant> text_mutants();         // L0: how a text is read
std::vector<Mutant> pretokenize_mutants();  // L0
std::vector<Mutant> merge_mutants();        // L1
std::vector<Mutant> special_mutants();      // L1
std::vector<Mutant> decode_mutants();       // L1
std::vector<Mutant> load_mutants();         // L2
std::vector<Mutant> train_mutants();        // L3
std::vector<Mutant> save_mutants();         // L4

}  // namespace bpetite::conform::mutants
