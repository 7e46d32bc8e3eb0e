// Declares the function that makes the files of the accumulated sets
// (conformance/accumulated/README.md): the parts of their random inputs, and their checkpoints.
#pragma once

#include "writing.hpp"

namespace bpetite::generate {

// accumulated/NAME.json for each set.
Outputs accumulated_files(const conform::suite::Suite& suite);

}  // namespace bpetite::generate
