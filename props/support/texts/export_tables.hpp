// Makes random tables for the tests of exports, and texts that show whether two tables give the
// same ids. Also adds to a table a merge for each pair that gives a token, and gives the
// reference's ids of a text with every special token allowed that may be allowed.
//
//   any_export_table()     a rank file's tokens "ab", "ba1" and the bytes; <s> with the id 300
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"

namespace bpetite::test {

// The table with a merge for every pair of tokens whose joined bytes are a token, ordered by that
// token and then by its parts. The given table has no merges.
Table with_splits(Table table);

// A table with tokens of a few letters, whose ids come before those of the bytes or after them. It
// merges by bytes, or by some of its splits, in the order of their ids or in another one. Its
// profile and its added tokens are such that some target can express them.
Table any_export_table();

// A text of the letters of such tables, digits and white space, with whole and cut literals.
// Without `literals`, no literal is in it.
std::string any_export_text(const Table& table, bool literals);

// The reference's ids, with every special token allowed that may be allowed.
std::vector<TokenId> ids_with_specials(const std::string& text, const Table& table);

}  // namespace bpetite::test
