// Says what a program was identified as, for people. The first line is the name of the profile.
//
//   cl100k
//   vocabulary  cl100k_base.tiktoken
//   pattern     cl100k (the same here: llama3)
//   unicode     16.0.0
//   normalizer  none
//   merging     by bytes (the same here: by pairs)
//   specials    found
//   asked       19 texts
#pragma once

#include <string>
#include <vector>

#include "conform/identify/identify.hpp"

namespace bpetite::conform::identify {

// `names` are those of the vocabularies, in their order.
std::string to_text(const Identified& found, const std::vector<Combinations>& vocabularies,
                    const std::vector<std::string>& names);

}  // namespace bpetite::conform::identify
