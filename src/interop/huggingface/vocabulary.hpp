// Reads the vocabulary and the merges of a tokenizer.json: its member "model" (S50c).
#pragma once

#include <string_view>

#include "core/hash.hpp"
#include "core/table.hpp"
#include "interop/huggingface/field.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

namespace bpetite::interop::huggingface {

// The id of each token by its characters, as the file has them.
using IdsByName = boost::unordered_flat_map<std::string_view, TokenId, BytesHash>;

// Fills in everything of the table that the model says: tokens, merges, how chunks are merged. The
// names are views into the document. ValueError, with the JSON pointer, for what is not carried.
IdsByName read_model(const Field& model, Table& table);

}  // namespace bpetite::interop::huggingface
