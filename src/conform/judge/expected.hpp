// Computes what the reference answers to a vector. The generator writes these answers as
// expectations, and lint checks them.
//
//   {"op":"encode","input":{"text_hex":"202061"},"artifact":"tiny-spaces"}
//       is {"result":"valid","ids":[32,257]}
#pragma once

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

// Lists of more items, and texts of more than four times as many bytes, are given by their length
// and digest.
inline constexpr std::size_t max_listed = 400;

// Adds the ids to an expectation: all of them if `whole` is true or if there are not too many.
void tell_ids(json::Object& expect, const std::vector<TokenId>& ids, bool whole = false);

// The "valid" or "invalid" expectation for one Unicode version, without "within_seconds". Long
// results are given by their digest, or, if `whole` is true, item by item.
json::Object reference_answer(const suite::Vector& vector, const suite::Suite& suite,
                              unicode::Version version, bool whole = false);

// The expectation for all versions. If they differ, it is "acceptable" and has variants.
json::Object reference_expectation(const suite::Vector& vector, const suite::Suite& suite);

}  // namespace bpetite::conform::judge
