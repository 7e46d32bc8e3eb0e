// Refuses patterns that leave out something, where the library they are for would lose it.
//
//   \w+ in the dialect tiktoken                  S26e: it loses "!"
//   \w+ where only the matches are kept          S26g: so does that program
//   \w+ isolated, in the dialect huggingface     "!" is a chunk of its own
#pragma once

#include <span>

#include "core/profile.hpp"

namespace bpetite::engine::compare {

// ValueError (S26e, S26g) for the first split whose pattern must cover every text and does not. The
// message shows a text with a gap. So is a pattern for which that cannot be decided (S25i).
void require_cover(std::span<const Split> splits);

}  // namespace bpetite::engine::compare
