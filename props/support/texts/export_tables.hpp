// Random tables for exports, with the texts that show whether two of them give the same ids.
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"

namespace bpetite::test {

// Every pair of tokens whose joined bytes are those of a token, ordered by that token and then by
// its parts, as merges of a table that has none.
Table with_splits(Table table);

// Tokens of a few letters, whose ids stand before those of the bytes or behind them. They merge by
// bytes, or by some of their splits, in the order of their ids or in another one. Their profile is
// any that some target can express, and so are the added tokens.
Table any_export_table();

// The letters of such tables, digits and white space, with the literals whole and cut. Without
// `literals` no literal is in it.
std::string any_export_text(const Table& table, bool literals);

// The reference's ids, with every special token allowed that can be.
std::vector<TokenId> ids_with_specials(const std::string& text, const Table& table);

}  // namespace bpetite::test
