// Tables for tests: all small ones, and the form that rank files have.
//
//   merge_lists(1)      {}, {(a,a)}, {(a,b)}, {(b,a)}, {(b,b)}
#pragma once

#include <cstddef>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite::test {

// All lists of up to `most` merges over the bytes a and b and what they make, shorter ones first:
// with the same pair twice, with two pairs of the same bytes, with tokens that nothing reaches.
std::vector<std::vector<Pair>> merge_lists(std::size_t most);

// The same tokens as a rank file has them (S19b): the id is the rank, single bytes come last, and a
// hole is where two merges made the same bytes.
Table by_bytes(const Table& source);

}  // namespace bpetite::test
