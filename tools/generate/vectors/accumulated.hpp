// The accumulated sets (conformance/accumulated/README.md): what they draw from, chosen here, and
// the checkpoints, computed.
#pragma once

#include "writing.hpp"

namespace bpetite::generate {

// accumulated/NAME.json for each set.
Outputs accumulated_files(const conform::suite::Suite& suite);

}  // namespace bpetite::generate
