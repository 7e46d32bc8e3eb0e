// Recognises a tokenizer.json of Hugging Face's library, and reads it into a table that gives the
// same ids, or refuses it (S50a). Its functions for names and ids also serve the file vocab.json. A
// constant is the pattern of the library's step ByteLevel. The parts of a file, in the order in
// which a text passes through them, and the decoder:
//
//   normalizer -> pre_tokenizer -> model -> post_processor      decoder
#pragma once

#include <string_view>

#include "core/json/document.hpp"
#include "core/json/pointer.hpp"
#include "core/table.hpp"
#include "interop/huggingface/model_directory.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop::huggingface {

// Whether a JSON document is meant to be such a file: an object with the member "model".
bool is_tokenizer_json(const json::Document& document);

// The pattern of the library's step ByteLevel.
inline constexpr std::string_view byte_level_pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

// ValueError, with the JSON pointer: a table cannot express something of the file exactly. With
// `drop_missing_bytes`, bytes may lack a token (S31d). Files of its directory may add tokens
// (S51e).
Table read_tokenizer_json(const json::Document& document, bool drop_missing_bytes = false,
                          ModelDirectory* directory = nullptr);

// Reads the tokens of a table from an object of names and ids. The names are views into the
// document. ValueError, with the JSON pointer (S50c, S31a).
TokenNames read_names(const json::Field& field, Table& table);

// S50c "that of an added token": ValueError if another token has an id that is out of proportion to
// the number of names. It must be called after the added tokens were read.
void check_ids(const json::Field& field, const TokenNames& names, const Table& table);

}  // namespace bpetite::interop::huggingface
