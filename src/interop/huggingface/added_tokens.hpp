// Reads the added tokens of a tokenizer.json, and of the files beside it, into a table that has its
// vocabulary, or refuses them (S50e, S51e).
//
//   "added_tokens":[{"id":258,"content":"<s>","special":true,...}]
#pragma once

#include "core/json/pointer.hpp"
#include "core/table.hpp"
#include "interop/huggingface/model_directory.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop::huggingface {

// Reads the added tokens of a list, if it is there, or of a directory. The table must have its
// vocabulary, merges and normalizer. ValueError, with the JSON pointer: the table cannot express a
// token, or the library would give it another id.
void read_added_tokens(const json::Field& added, const TokenNames& names, Table& table,
                       ModelDirectory* directory);

}  // namespace bpetite::interop::huggingface
