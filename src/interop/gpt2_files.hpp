// Reads the two files of GPT-2 into a table: names and ids in JSON, merges in lines (S51a). The
// pattern comes from a profile. The added tokens come from the profile too, or from the files of a
// directory, which then also give the template.
//
//   vocab.json, encoder.json      {"!": 0, ..., "\u0120t": 256}
//   merges.txt, vocab.bpe         #version: 0.2
//                                 \u0120 t
#pragma once

#include <string_view>

#include "core/table.hpp"
#include "interop/huggingface/model_directory.hpp"

namespace bpetite::interop {

// The table of both files, with the pattern and the added tokens of the profile. It merges by
// pairs. If a literal of the profile is a name of the vocabulary, its id in the profile must be the
// id of that name, or must be left open. ValueError: a file is faulty. The message has the JSON
// pointer or the line. With `drop_missing_bytes`, bytes may lack a token (S31d). With a directory,
// the added tokens and the template are those of its files (S51e).
Table read_gpt2_files(std::string_view vocabulary, std::string_view merges, const Profile& profile,
                      bool drop_missing_bytes = false, ModelDirectory* directory = nullptr);

}  // namespace bpetite::interop
