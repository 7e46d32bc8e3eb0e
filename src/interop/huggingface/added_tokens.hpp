// Reads the added tokens of a tokenizer.json, and the ids around a text (S50e, S26i).
#pragma once

#include "core/json/pointer.hpp"
#include "core/table.hpp"
#include "interop/huggingface/vocabulary.hpp"

namespace bpetite::interop::huggingface {

// Adds the tokens to a table that has its vocabulary, merges and normalizer. ValueError, with the
// JSON pointer: a token is not carried, or the library would give it another id.
void read_added_tokens(const json::Field& added, const TokenNames& names, Table& table);

// The ids that the library puts before and after those of a text, all of them of tokens of the
// table. ValueError as above.
Template read_post_processor(const json::Field& post_processor, const Table& table);

}  // namespace bpetite::interop::huggingface
