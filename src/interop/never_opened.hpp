// Files that are never opened, known by their bytes: those that it would be wrong to open (S51c),
// and those that lie beside the file that is wanted (S51d).
//
//   80 04 ... 2E              a pickle of Python, which can run any program: nanochat's
//   tokenizer.pkl 0A 0E 0A 05 <unk> 15      a model of SentencePiece, which is no byte-level BPE
//   {"model_type":"qwen3",... the config.json of a model, beside which is a tokenizer.json
#pragma once

#include <string_view>

#include <bpetite/errors.hpp>

#include "core/json/document.hpp"

namespace bpetite::interop {

// ValueError: "open: SOURCE: WHAT", with the remedy whose words are in it.
[[noreturn]] void refuse(std::string_view source, std::string_view what, std::string_view clause,
                         Remedy remedy = Remedy::none);

// Whether a file begins and ends as pickles of the protocols 2 to 5 do.
bool is_pickle(std::string_view file);

// Whether a file begins with a piece of SentencePiece: its text, and its score.
bool is_sentencepiece(std::string_view file);

// ValueError for either, and for a file beside the one that is wanted that is no JSON. The error
// says which file to give. `source` names the file.
void check_may_open(std::string_view file, std::string_view source);

// ValueError for a JSON file beside the one that is wanted. The document is that of no model.
void check_may_open(const json::Document& document, std::string_view source);

// ValueError, which says how to write the ranks of a pickle to a file that can be opened.
[[noreturn]] void refuse_pickle(std::string_view source);

}  // namespace bpetite::interop
