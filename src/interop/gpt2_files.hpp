// Reads the two files of GPT-2: names and ids in JSON, merges in lines (S51a).
//
//   vocab.json, encoder.json      {"!": 0, ..., "\u0120t": 256}
//   merges.txt, vocab.bpe         #version: 0.2
//                                 \u0120 t
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::interop {

// The table of both files, with the pattern and the added tokens of the profile, merged by pairs.
// An added token whose text is a name of the vocabulary must have the id of that name, or none.
// ValueError, which names the JSON pointer or the line. Bytes may lack a token only if they are to
// be dropped (S31d).
Table read_gpt2_files(std::string_view vocabulary, std::string_view merges, const Profile& profile,
                      bool drop_missing_bytes = false);

}  // namespace bpetite::interop
