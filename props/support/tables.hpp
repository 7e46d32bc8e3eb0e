// Tables for tests: all small ones, the form that rank files have, and all short strings merged by
// a table.
//
//   merge_lists(1)                  {}, {(a,a)}, {(a,b)}, {(b,a)}, {(b,b)}
//   compare_merges(table, 2)        a b aa ba ab bb, each merged by the engine and the reference
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"
#include "reference/encode.hpp"

namespace bpetite::test {

// All lists of up to `most` merges over the bytes a and b and what they make, shorter ones first:
// with the same pair twice, with two pairs of the same bytes, with tokens that nothing reaches.
std::vector<std::vector<Pair>> merge_lists(std::size_t most);

// The same tokens as a rank file has them (S19b): the id is the rank, single bytes come last, and a
// hole is where two merges made the same bytes.
Table by_bytes(const Table& source);

// The table of merges with their results (S26c). An operand is a byte or the result of any merge of
// the list; std::runtime_error if it is neither.
Table ranked_table(const std::vector<Pair>& merges, const std::vector<TokenId>& results);

// The ids of a chunk as the reference has them, by pairs or by bytes; tokens_by_bytes(table) is
// made once.
std::vector<TokenId> reference_ids(std::string_view chunk, const Table& table,
                                   const reference::TokensByBytes& tokens);

// How many comparisons there were, and the shortest case that differs, if there is one.
struct Compared {
  std::uint64_t count = 0;
  std::string difference;
};

// All strings of a and b of up to a length, at most 15: mergers of each level of the machine, alone
// and sixteen chunks in step, against the reference.
Compared compare_merges(const Table& table, std::size_t longest);

}  // namespace bpetite::test
