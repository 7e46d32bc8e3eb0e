// Writes the two files of GPT-2 (S51a, S58f).
#pragma once

#include <string>

#include "core/table.hpp"

namespace bpetite::interop::out {

// Names and ids; those of the added tokens are among them. ValueError (S58a): two tokens have one
// name.
std::string vocab_json(const Table& table);

// A merge on each line. The table must merge by pairs. ValueError as above.
std::string merges_txt(const Table& table);

}  // namespace bpetite::interop::out
