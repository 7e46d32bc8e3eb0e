// Is the suite itself right? What `bpetite conform lint` and the generator ask.
//
//   encode-whitespace-double-space: text is not what text_hex says
#pragma once

#include <string>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::answer {

struct Finding {
  std::string where;  // a vector, or an artifact
  std::string what;
};

// Ids are slugs and unique, clauses exist, flags are explained, `text` mirrors `text_hex`, crafted
// artifacts have their digests, an invalid artifact loads without its patch, each of the two faults
// of a FaultOrder vector fails alone at its step, and the reference gives every expectation. The
// last is left out for the tier stress unless asked for.
std::vector<Finding> lint(const suite::Suite& suite, bool with_stress = false);

}  // namespace bpetite::conform::answer
