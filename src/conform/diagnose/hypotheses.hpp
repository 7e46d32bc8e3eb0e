// The guesses that a program's answers are compared with.
//
//   class_hypotheses     each character class that some language has, alone and with others
//   step_hypotheses ...  each wrong trainer among the mutants, alone and in pairs
#pragma once

#include <vector>

#include "conform/answer/tokenizer_parts.hpp"
#include "conform/diagnose/recognise.hpp"
#include "conform/mutants/classes.hpp"

namespace bpetite::conform::diagnose {

// `together` sets at once, 1 to 3, each of another kind.
std::vector<Hypothesis> class_hypotheses(const answer::TokenizerParts& parts,
                                         unicode::Version version, std::size_t together);

// Single faults of a tokenizer that otherwise consists of these parts: in the steps of its
// training, around them, in its chunks; and two faults that concern different steps.
std::vector<Hypothesis> step_hypotheses(const answer::TokenizerParts& parts);
std::vector<Hypothesis> corpus_hypotheses(const answer::TokenizerParts& parts);
std::vector<Hypothesis> chunk_hypotheses(const answer::TokenizerParts& parts);
std::vector<Hypothesis> paired_hypotheses(const answer::TokenizerParts& parts);

}  // namespace bpetite::conform::diagnose
