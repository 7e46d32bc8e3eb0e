// Checks that the suite itself is right. `bpetite conform lint` and the generator use it.
//
//   encode-whitespace-double-space: text is not what text_hex says
#pragma once

#include <string>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

struct Finding {
  std::string where;  // the id of a vector, or the name of an artifact
  std::string what;
};

// Checks what parsing, with the rules of conform/suite/vector_rules.hpp, has not checked:
// - Clauses exist, flags are explained, and crafted artifacts have their digests.
// - `text` equals `text_hex`.
// - An invalid artifact loads without its patch.
// - Each of the two faults of a FaultOrder vector fails alone at its step.
// - The reference gives every expectation; for the tier stress only if `with_stress` is true.
std::vector<Finding> lint(const suite::Suite& suite, bool with_stress = false);

}  // namespace bpetite::conform::judge
