// The mutants: tokenizers with one deliberate fault each, a fault that a real tokenizer has had.
//
//   $ bpetite conform run --impl 'bpetite serve --mutant tie-largest'
//       L3 fails; L0, L1 and L2 conform: the fault lies in the trainer
//
// Mutants test the vectors: a mutant that no vector kills shows a gap in the suite. An
// implementation that fails the same vectors as a mutant probably has the same fault.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/program/tokenizer_parts.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::mutants {

struct Mutant {
  std::string name;   // "tie-largest"
  std::string fault;  // one sentence: "Among the most frequent pairs the largest is merged."
  std::string flag;   // the kind of fault: one of the flags of the vectors
  suite::Level level = suite::Level::L0;  // the lowest level that it does not conform to
  std::function<program::TokenizerParts(program::TokenizerParts)>
      change;  // replaces one or two functions of the reference
};

// All mutants, by level and name.
std::vector<Mutant> mutants();

// The mutant with this name.
std::optional<Mutant> find_mutant(std::string_view name);

// The implementation of a mutant, for the protocol.
program::Implementation implementation_of(const Mutant& mutant);

// The mutants of each part. Each list has its own file.
std::vector<Mutant> text_mutants();         // L0: how a text is read
std::vector<Mutant> pretokenize_mutants();  // L0
std::vector<Mutant> merge_mutants();        // L1
std::vector<Mutant> special_mutants();      // L1
std::vector<Mutant> decode_mutants();       // L1
std::vector<Mutant> load_mutants();         // L2
std::vector<Mutant> train_mutants();        // L3
std::vector<Mutant> save_mutants();         // L4
std::vector<Mutant> render_mutants();       // L5

// Faults of real decoders that the vectors need not tell from the mutants above. They are guesses
// about a program (conform/diagnose), and not in the list of all mutants.
std::vector<Mutant> further_decode_mutants();

}  // namespace bpetite::conform::mutants
