// Recognises and reads the JSON files of Mistral's tekken vocabularies (S53a).
//
//   {"config":{"pattern":...,"default_vocab_size":131072,"default_num_special_tokens":1000,...},
//    "vocab":[{"rank":0,"token_bytes":"AA==","token_str":"\u0000"},...]}
#pragma once

#include "core/json/document.hpp"
#include "core/table.hpp"

namespace bpetite::interop {

// Whether a JSON document is meant to be such a file: an object with `config` and `vocab`.
bool is_tekken(const json::Document& document);

// Reads the table of such a file. ValueError: the file is faulty. The message has the JSON pointer.
Table read_tekken(const json::Document& document);

}  // namespace bpetite::interop
