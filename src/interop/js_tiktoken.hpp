// Recognises and reads the JSON files of js-tiktoken, which have a rank file, its pattern and its
// special tokens (S53b).
//
//   {"explicit_n_vocab":258,"pat_str":"\\w+|\\W+","special_tokens":{"<|end|>":257},
//    "bpe_ranks":"! 0 AA== AQ== Ag==..."}
#pragma once

#include "core/json/document.hpp"
#include "core/table.hpp"

namespace bpetite::interop {

// Whether a JSON document is meant to be such a file: an object with `pat_str` or `bpe_ranks`, and
// without `schema_version`.
bool is_js_tiktoken(const json::Document& document);

// Reads the table of such a file. ValueError: the file is faulty. The message has the JSON pointer,
// or the line of the rank file that the ranks would be.
Table read_js_tiktoken(const json::Document& document);

}  // namespace bpetite::interop
