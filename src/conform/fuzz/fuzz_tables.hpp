// Makes random vocabularies for fuzzing: valid merge lists, and changes that make files faulty.
//
//   (97,98) (98,97) (256,97) (256,97) (97,258)      the same pair twice, the same bytes twice
//   {"op":"text","from":"\"260\":[97","to":"\"260\":[98"}
//                                                   a vocabulary entry with a wrong byte
#pragma once

#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/fuzz/fuzz_texts.hpp"
#include "conform/fuzz/random.hpp"
#include "core/json.hpp"

namespace bpetite::conform::fuzz {

// Merges over few bytes, so that they apply to texts: none, a few, or some hundred, random or
// learned from a corpus. A token has at most 48 bytes. Programs that look up pairs by their bytes
// get only learned merges, without two tokens of the same bytes.
std::vector<Pair> random_merges(Random& random, const TextMaker& texts, bool by_bytes = false);

// A change of the canonical file: to another layout, which still loads, or to a fault that one of
// the nineteen steps may refuse.
json::Object random_patch(Random& random, std::string_view file);

}  // namespace bpetite::conform::fuzz
