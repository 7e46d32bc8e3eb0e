// Declares the small suite of vectors (test cases) that fuzz targets of the conformance kit share,
// and its index. Declares also the functions that make seeds: groups for fuzz_suite from a file of
// conformance/vectors, and requests and answers for fuzz_protocol from the small suite.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::fuzz {

// The index of the suite. It has one artifact, "tiny".
extern const std::string_view kit_index;

// One or two vectors of each operation except render.
conform::suite::Suite kit_suite();

// Seeds of fuzz_suite: the vectors of one group file of conformance/vectors, each in a group of its
// own and with the artifact "tiny". A vector is left out if one with the same members came before.
std::vector<std::string> kit_groups(std::string_view group_file);

// Seeds of fuzz_protocol: the requests of that suite, and the right answers to them.
std::string kit_requests();
std::string kit_answers();

}  // namespace bpetite::fuzz
