// Checks that a suite of vectors (test cases) itself is right (lint): its clauses, flags, texts,
// artifacts and expectations. A Finding says what is wrong, and where. `bpetite conform lint` and
// the generator use it.
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

// Checks rules that parsing (conform/suite/vector_rules.hpp) does not check:
// - Clauses exist, flags are explained, and crafted artifacts have their digests.
// - `text` equals `text_hex`.
// - An invalid artifact loads without its patch.
// - Each of the two patches of a FaultOrder vector fails alone at its own step.
// - Each expectation is the reference's answer. The tier stress is checked only if `with_stress` is
// true.
std::vector<Finding> lint(const suite::Suite& suite, bool with_stress = false);

}  // namespace bpetite::conform::judge
