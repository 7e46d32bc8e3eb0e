// What the reference answers to a vector: by this the expectations are made, and checked by lint.
//
//   {"op":"encode","input":{"text_hex":"202061"},"artifact":"tiny-spaces"}
//       is {"result":"valid","ids":[32,257]}
#pragma once

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::answer {

// Results of more items than this, and texts of more than four times as many bytes, are told by
// their number and digest.
inline constexpr std::size_t max_listed = 400;

// The "valid" or "invalid" expectation for one Unicode version, without "within_seconds". Long
// results are told by their digest, or item by item if `whole`.
json::Object reference_answer(const suite::Vector& vector, const suite::Suite& suite,
                              unicode::Version version, bool whole = false);

// The expectation for all versions: "acceptable", with variants, if they differ.
json::Object reference_expectation(const suite::Vector& vector, const suite::Suite& suite);

}  // namespace bpetite::conform::answer
