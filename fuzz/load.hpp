// Declares the check of the loader that the harnesses load and load_structured share.
#pragma once

#include <string_view>

namespace bpetite::fuzz {

// FR-29, S13e: either one of the 19 steps fails, or saving the loaded table gives its canonical
// form.
void judge_artifact(std::string_view bytes);

}  // namespace bpetite::fuzz
