// Reads the vocabulary of a GGUF file into a table that gives the same ids as llama.cpp, or refuses
// it (S54a).
//
//   tokenizer.ggml.tokens      "!" ... "\u0120t"       the names of the tokens
//   tokenizer.ggml.merges      "\u0120 t" ...         the merges, as two names each
//
// file.hpp finds values by their keys, and patterns.hpp has the patterns of each pre-tokenizer.
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop::gguf {

// ValueError: the file is faulty, or a table cannot express it exactly. The message names the byte
// or the key. With `drop_missing_bytes`, bytes may lack a token (S31d).
Table read_vocabulary(std::string_view bytes, bool drop_missing_bytes = false);

}  // namespace bpetite::interop::gguf
