// Writes the two files of GPT-2, or refuses a table that they cannot express (S51a, S58f).
//
//   vocab.json      {"!":0,...,"\u0120t":256}
//   merges.txt      #version: 0.2
//                   \u0120 t
#pragma once

#include <string>

#include "core/table.hpp"

namespace bpetite::interop::out {

// A JSON object of names and ids, with those of the added tokens. ValueError (S58a): two tokens
// have the same name.
std::string vocab_json(const Table& table);

// A merge on each line. The table must merge by pairs. ValueError as above.
std::string merges_txt(const Table& table);

}  // namespace bpetite::interop::out
