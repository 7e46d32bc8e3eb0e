// Refuses files that are not opened: those that are unsafe or of another kind (S51c), and those
// that lie beside the file that should be given (S51d). The bytes of a file decide, not its name.
// Also throws the error of any other file that is refused (refuse).
//
//   80 04 ... 2E                 a Python pickle, which can run any program (tokenizer.pkl)
//   0A 0E 0A 05 <unk> 15         a model of SentencePiece, which is not byte-level BPE
//   {"model_type":"qwen3",...    the config.json of a model, which has a tokenizer.json beside it
#pragma once

#include <string_view>

#include <bpetite/errors.hpp>

#include "core/json/document.hpp"

namespace bpetite::interop {

// Throws a ValueError with the message "open: SOURCE: WHAT". The message has the words of `remedy`.
[[noreturn]] void refuse(std::string_view source, std::string_view what, std::string_view clause,
                         Remedy remedy = Remedy::none);

// Whether a file begins and ends like a pickle of the protocols 2 to 5.
bool is_pickle(std::string_view file);

// Whether a file begins like a model of SentencePiece: with the text and the score of a piece.
bool is_sentencepiece(std::string_view file);

// ValueError for such a file, and for another file that is not JSON and lies beside the right one.
// The error says which file to give. `source` names the file in the message.
void check_may_open(std::string_view file, std::string_view source);

// ValueError for names and ids alone, which may be any words: "model" and "config" too. So it comes
// before the members of an object are looked at.
void check_has_more_than_ids(const json::Document& document, std::string_view source);

// ValueError for a JSON file that lies beside the right one. To be called only for a document that
// is not a model.
void check_may_open(const json::Document& document, std::string_view source);

// Throws a ValueError that says how to write the ranks of a pickle to a file that can be opened.
[[noreturn]] void refuse_pickle(std::string_view source);

}  // namespace bpetite::interop
