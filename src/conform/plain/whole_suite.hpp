// The suite as one JSON file in which nothing has to be computed (S70b).
//
//   {"id":"pretokenize-long-letters",...,"input":{"text_hex":"6161..."},"artifact":"","expect":...}
//
// Inputs that the suite gives by a recipe are written out, and an artifact is the name of the file
// that `conform export` writes beside. Long results keep their number and digest.
#pragma once

#include <string>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::plain {

// A vector is a line. All is ASCII.
std::string whole_suite(const suite::Suite& suite);

}  // namespace bpetite::conform::plain
