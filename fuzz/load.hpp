// What load and load_structured ask of the loader for each sequence of bytes.
#pragma once

#include <string_view>

namespace bpetite::fuzz {

// FR-29, S13e: one of the 19 steps fails, or the canonical form of what was read is a fixpoint.
void judge_artifact(std::string_view bytes);

}  // namespace bpetite::fuzz
