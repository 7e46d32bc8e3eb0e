// Files of other libraries, made of tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::test {

// The name of some bytes, in the characters that stand for them.
std::string name_of(std::string_view bytes);

// A tokenizer.json with the tokens, merges, added tokens, normalizer and whole chunks of a table.
// Its merges are pairs of names, or names with a space between; chunks are cut by GPT-2's pattern.
std::string tokenizer_json_of(const Table& table, bool as_pairs);

// The two files of GPT-2 with the tokens and merges of a table.
std::string vocab_json_of(const Table& table);
std::string merges_txt_of(const Table& table);

// A tekken file with the tokens of a table, whose first 256 are the bytes, after that many special
// tokens, of which it lists one, <s>. It has `unused` tokens more than its size says.
std::string tekken_of(const Table& table, TokenId specials, std::size_t unused);

// A table of the bytes and these tokens, which merges by bytes.
Table by_ranks(const std::vector<std::string>& tokens);

// The merges (a,b), (ab,c), a special token <s>, and <t>, which is not special.
Table small_exchange_table();

// Its tokenizer.json, with the options of the library at their defaults.
std::string small_file();

// The file with another text in place of the first such part, which must be there.
std::string edited(std::string file, std::string_view from, std::string_view to);

// The error of opening such a file, or "none".
std::string refusal_of(std::string_view file, bool drop_missing_bytes = false);

}  // namespace bpetite::test
