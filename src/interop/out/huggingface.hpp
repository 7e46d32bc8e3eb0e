// Writes a tokenizer.json of Hugging Face's library, or refuses what the library cannot express,
// and writes the file beside it that transformers reads (S58b to S58d).
//
//   tokenizer.json             {"version":"1.0",...,"model":{"type":"BPE",...}}
//   tokenizer_config.json      {"tokenizer_class":"PreTrainedTokenizerFast","bos_token":"<s>",...}
#pragma once

#include <string>

#include "core/table.hpp"

namespace bpetite::interop::out {

// The table must merge by pairs, and cut by patterns of the dialect huggingface, in the version of
// Unicode that the library has for them. ValueError (S58a): the library cannot express something.
// The message names it.
std::string tokenizer_json(const Table& table);

// Names the class of the tokenizer, and the special tokens that begin and end a text.
std::string tokenizer_config_json(const Table& table);

}  // namespace bpetite::interop::out
