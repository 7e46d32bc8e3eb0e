// Reads the vocabulary of a GGUF file: a table that gives the ids of llama.cpp (S54a).
//
// file.hpp finds values by their keys, patterns.hpp knows the names of pre-tokenizers.
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop::gguf {

// ValueError, which names the byte or the key: the file is faulty, or it has something that is not
// carried exactly.
Table read_vocabulary(std::string_view bytes);

}  // namespace bpetite::interop::gguf
