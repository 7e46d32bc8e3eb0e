// Vocabularies for fuzzing: merge lists that are valid, and what may be wrong with their files.
//
//   (97,98) (98,97) (256,97) (256,97) (97,258)      the same pair twice, the same bytes twice
//   {"op":"text","from":"\"260\":[97","to":"\"260\":[98"}       a vocabulary entry with a wrong
//   byte
#pragma once

#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/fuzz/fuzz_texts.hpp"
#include "conform/suite/random.hpp"
#include "core/json.hpp"

namespace bpetite::conform::fuzz {

// Merges over few bytes, so that they meet in texts: none, a handful, or some hundred, made up or
// learned from a corpus. No token has more than 48 bytes. For programs that look pairs up by their
// bytes only learned ones, without two tokens of the same bytes.
std::vector<Pair> random_merges(suite::Random& random, const TextMaker& texts,
                                bool by_bytes = false);

// A change of the canonical file: to another layout, which loads all the same, or to something that
// one of the nineteen steps may refuse.
json::Object random_patch(suite::Random& random, std::string_view file);

}  // namespace bpetite::conform::fuzz
