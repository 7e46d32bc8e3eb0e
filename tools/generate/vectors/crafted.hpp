// Makes the crafted artifacts, the tokenizer files that vectors (test cases) load, from the
// catalogue (catalogue/artifacts.txt). Also makes the boundary probes: artifacts with one merge,
// which show whether a chunk ends between two bytes.
//
//   tiny-spaces  - -  [[" "," "],[" ","a"]]        the merges, by the bytes of their operands
//   trained-ab   - -  {"corpus":"ab ab","vocab_size":258}
//   reveal-one   - -  {"reveal":1}                 many merges in an order that the seed 1 gives;
//                                                  the ids show where chunks end
#pragma once

#include <filesystem>
#include <vector>

#include "conform/suite/vectors.hpp"
#include "groups.hpp"

namespace bpetite::generate {

conform::suite::Suite crafted_suite(const std::filesystem::path& catalogue);

// Adds the boundary probes that vectors name: "probe-2061" has the one merge (20,61).
void add_probe_artifacts(conform::suite::Suite& suite, const std::vector<Group>& groups);

}  // namespace bpetite::generate
