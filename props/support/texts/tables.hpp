// Makes tables for tests: all small merge lists, tables that look tokens up by their bytes or state
// the result of each merge, and tables with special tokens: those of named profiles, literals that
// overlap, or literals that take the white space beside them or must be whole words. Also gives the
// reference's ids of a chunk for either kind of table, and compares the engine's merging with the
// reference's on all short strings.
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

// All lists of at most `most` merges of the bytes a and b and of earlier tokens. Shorter lists come
// first. Among them are lists with a repeated pair, with two pairs that give the same bytes, and
// with tokens that no text can have.
std::vector<std::vector<Pair>> merge_lists(std::size_t most);

// The same tokens as in a rank file (S19b): a token's id is its rank, and single bytes come last.
// If two merges give the same bytes, the second has no token.
Table by_bytes(const Table& source);

// The table of merges with their results (S26c). An operand is a byte or the result of any merge in
// the list. Throws std::runtime_error if it is neither.
Table ranked_table(const std::vector<Pair>& merges, const std::vector<TokenId>& results);

// The reference's ids of a chunk, whether the table merges by pairs or by bytes. `tokens` is
// tokens_by_bytes(table), which the caller makes once.
std::vector<TokenId> reference_ids(std::string_view chunk, const Table& table,
                                   const reference::TokensByBytes& tokens);

// The number of comparisons, and the shortest case that differs, if there is one.
struct Compared {
  std::uint64_t count = 0;
  std::string difference;
};

// Merges all strings of a and b with at most `longest` letters, which is at most 15. Compares the
// reference with the engine's mergers of each level, for single chunks and for groups of sixteen.
Compared compare_merges(const Table& table, std::size_t longest);

// The next tables have special tokens, for the law of each rule (TOK-OBL-5b). A small vocabulary
// has merges that make pieces of the literals. So a literal that is taken for text shows in the
// ids.
//
//   named_table(profiles::fim(), SpecialRule::never)
//     tokens     bytes, "<f", "im", "_s", "<fim_", ...     specials   <fim_prefix> ... after them
//
// A table with the special tokens and the pattern of a named profile, and this rule for its
// literals. No special token has the id of a token.
Table named_table(const Profile& profile, SpecialRule rule);

// Tables with literals that begin with, end with and hold each other, read from files of Hugging
// Face's library: special or not, found in the given text or in its normal form, with and without a
// normalizer. Each table comes with each rule.
std::vector<Table> overlapping_tables();

// Those, and tables with literals that look at what stands beside them, or decode to other bytes
// (S27g, S27h, S31e), from files of that library too. Each of these comes with each rule, and with
// and without a space before segments (S30g). The last ones have no tokens for some bytes, which a
// text then loses (S31d). They are made at the first call.
const std::vector<Table>& literal_tables();

// named_table for v1, gpt2, cl100k, o200k, llama3, qwen2, deepseek_v3 and nanochat, each with its
// own rule. They are made at the first call.
const std::vector<Table>& named_tables();

}  // namespace bpetite::test
