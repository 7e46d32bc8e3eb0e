// Reads the vocabulary of a GGUF file: a table that gives the ids of llama.cpp (S54a).
//
// file.hpp finds values by their keys, patterns.hpp knows the names of pre-tokenizers.
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop::gguf {

// ValueError, which names the byte or the key: the file is faulty, or it has something that is not
// carried exactly. Bytes may lack a token only if they are to be dropped (S31d).
Table read_vocabulary(std::string_view bytes, bool drop_missing_bytes = false);

}  // namespace bpetite::interop::gguf
