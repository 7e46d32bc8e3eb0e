// The crafted artifacts of the catalogue (catalogue/artifacts.txt).
//
//   tiny-spaces  - -  [[" "," "],[" ","a"]]        the merges, by the bytes of their operands
//   trained-ab   - -  {"corpus":"ab ab","vocab_size":258}
//   reveal-one   - -  {"reveal":1}                 the reveal table of this seed
#pragma once

#include <filesystem>

#include "conform/vectors.hpp"

namespace bpetite::generate {

conform::Suite crafted_suite(const std::filesystem::path& catalogue);

}  // namespace bpetite::generate
