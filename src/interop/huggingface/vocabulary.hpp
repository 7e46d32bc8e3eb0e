// Reads the vocabulary and the merges of a tokenizer.json: its member "model" (S50c).
#pragma once

#include "core/json/pointer.hpp"
#include "core/table.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop::huggingface {

// Fills in the tokens of a table from an object of names and ids. The names are views into the
// document. ValueError, with the JSON pointer (S50c, S31a).
TokenNames read_names(const json::Field& field, Table& table);

// S50c "that of an added token": ValueError if another token has an id that is out of proportion to
// the number of names. It is asked once the added tokens are known.
void check_ids(const json::Field& field, const TokenNames& names, const Table& table);

// ValueError unless the model is a BPE. It is asked before all else: a file of another kind of
// model has other parts too, and would be refused for one of them.
void check_model_type(const json::Field& model);

// Fills in everything of the table that the model says: tokens, merges, how chunks are merged. The
// names are views into the document. ValueError, with the JSON pointer, for what is not carried.
TokenNames read_model(const json::Field& model, Table& table);

}  // namespace bpetite::interop::huggingface
