// Reads a tokenizer.json of Hugging Face's library: a table that gives its ids (S50a).
//
//   normalizer -> pre_tokenizer -> model -> post_processor      decoder
//
// field.hpp finds values and refuses them by their place; vocabulary.hpp reads the model, steps.hpp
// what stands before and after it, added_tokens.hpp the added tokens and the template.
#pragma once

#include "core/json/document.hpp"
#include "core/table.hpp"

namespace bpetite::interop::huggingface {

// Whether a JSON document is meant to be such a file: an object with the member "model".
bool is_tokenizer_json(const json::Document& document);

// ValueError, which names the place by its JSON pointer: the file has something that is not carried
// exactly. Bytes may lack a token only if they are to be dropped (S31d).
Table read_tokenizer_json(const json::Document& document, bool drop_missing_bytes = false);

}  // namespace bpetite::interop::huggingface
