// Makes the text of a rank file, or refuses what tiktoken cannot express, and the text of a Python
// file that makes tiktoken's Encoding from the rank file (S58e).
//
//   tokenizer.tiktoken      IQ== 0
//   tokenizer.py            encoding = tiktoken.Encoding("bpetite", pat_str=..., ...)
#pragma once

#include <string>
#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop::out {

// The table must merge by bytes, without a normalizer, and cut by one pattern of the dialect
// tiktoken. ValueError (S58a): tiktoken cannot express something. The message names it.
std::string rank_file(const Table& table);

// A Python file whose variable `encoding` is the Encoding. It reads the rank file with this name
// beside it.
std::string encoding_module(const Table& table, std::string_view rank_file_name);

}  // namespace bpetite::interop::out
