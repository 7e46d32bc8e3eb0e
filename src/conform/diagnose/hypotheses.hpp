// The hypotheses about a program's faults, whose answers are compared with the program's.
//
//   class_hypotheses     each character class of some language, alone and with others
//   step_hypotheses ...  each wrong trainer among the mutants, alone and in pairs
#pragma once

#include <vector>

#include "conform/answer/tokenizer_parts.hpp"
#include "conform/diagnose/recognise.hpp"
#include "conform/mutants/classes.hpp"

namespace bpetite::conform::diagnose {

// Hypotheses with `together` sets at once, 1 to 3, each of another kind.
std::vector<Hypothesis> class_hypotheses(const answer::TokenizerParts& parts,
                                         unicode::Version version, std::size_t together);

// Single faults in the training of a tokenizer with these parts: in the steps, outside the steps,
// in the chunks. And pairs of faults in different steps.
std::vector<Hypothesis> step_hypotheses(const answer::TokenizerParts& parts);
std::vector<Hypothesis> corpus_hypotheses(const answer::TokenizerParts& parts);
std::vector<Hypothesis> chunk_hypotheses(const answer::TokenizerParts& parts);
std::vector<Hypothesis> paired_hypotheses(const answer::TokenizerParts& parts);

}  // namespace bpetite::conform::diagnose
