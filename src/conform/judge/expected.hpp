// Computes what the reference answers to a vector (a test case), for one version of Unicode
// (reference_answer) or for all of them (reference_expectation), and for an operation about text in
// motion with any table (motion_expectation). tell_ids writes ids into an expectation. Lists of
// more than 400 items (max_listed) are given by their length and digest. The generator writes these
// answers as expectations, and lint checks them.
//
//   {"op":"encode","input":{"text_hex":"202061"},"artifact":"tiny-spaces"}
//       is {"result":"valid","ids":[32,257]}
#pragma once

#include <string_view>

#include "conform/suite/vectors.hpp"
#include "core/table.hpp"

namespace bpetite::conform::judge {

// Longer lists are given by their length and digest, and so are texts of more than four times as
// many bytes.
inline constexpr std::size_t max_listed = 400;

// Adds the ids to an expectation: all ids if `whole` is true or if there are at most `max_listed`,
// else their number and digest.
void tell_ids(json::Object& expect, const std::vector<TokenId>& ids, bool whole = false);

// The "valid" or "invalid" expectation for one Unicode version, without "within_seconds". If
// `whole` is true, long results are given item by item, and not by their digest.
json::Object reference_answer(const suite::Vector& vector, const suite::Suite& suite,
                              unicode::Version version, bool whole = false);

// The expectation for all versions. If they differ, it is "acceptable" and has variants.
json::Object reference_expectation(const suite::Vector& vector, const suite::Suite& suite);

// The "valid" expectation for an input of one of suite::motion_ops, or the error of the operation.
json::Object motion_expectation(std::string_view op, const json::Object& input, const Table& table);

}  // namespace bpetite::conform::judge
