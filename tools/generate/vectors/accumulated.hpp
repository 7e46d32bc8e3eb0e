// Declares the function that makes the files of the accumulated sets, which have test cases that
// are computed from a seed (conformance/accumulated/README.md): the parts of their random inputs,
// and digests of the right answers.
#pragma once

#include "writing.hpp"

namespace bpetite::generate {

// accumulated/NAME.json for each set.
Outputs accumulated_files(const conform::suite::Suite& suite);

}  // namespace bpetite::generate
