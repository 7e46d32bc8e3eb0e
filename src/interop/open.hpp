// Recognises the form of a vocabulary file by its bytes, and reads its table (S26e). GPT-2's two
// files have a function of their own. Also finds a profile by its name, and lists the profiles that
// a rank file can have.
//
//   {"mergeable_vocab_size":...    an artifact of Schema v1; its profile is v1
//   {"schema_version":2,...        an artifact of Schema v2, which contains its profile
//   {"version":"1.0","model":...   a tokenizer.json; it contains its profile
//   {"config":{"pattern":...       a tekken file; it contains its pattern
//   {"pat_str":...,"bpe_ranks":... a file of js-tiktoken; it contains its pattern
//   GGUF                           a file of llama.cpp; it names its pre-tokenizer
//   IQ== 0                         a rank file; its profile must be named, unless it is a public
//                                  file, which is known by its size and checksum
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/table.hpp"
#include "interop/huggingface/model_directory.hpp"
#include "interop/model_files.hpp"

namespace bpetite::interop {

// Whether a file begins like a rank file: base64, a space, a digit (S26e).
bool is_rank_file(std::string_view file);

// The names of the profiles that a rank file can have: "cl100k, gpt2, ..." (S26e).
std::string profiles_of_ranks();

// The profile with this name. KeyError if there is none; the message lists the profiles (S26b).
const Profile& profile_named(std::string_view name);

// The table of a file. `profile` is the one that the caller named, or null. `source` names the file
// in messages. With `drop_missing_bytes`, bytes may lack a token in a file of another library
// (S31d). A file that is known to be UTF-8 is read faster. With a directory, `source` is its
// tokenizer.json, and the files beside it are read too (S51e). ValueError: the file cannot have
// this profile. Also throws the errors of the reader for its form.
Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes = false, json::Utf8 utf8 = json::Utf8::unknown,
                 ModelDirectory* directory = nullptr);

// The table of GPT-2's two files (S51a), with the files beside them (S51e). Without a profile they
// must be GPT-2's own (S52a), or the directory must name a class that has one. Errors as above;
// FileNotFoundError, OSError: a file cannot be read.
Table read_gpt2_model(const ModelFiles& files, const Profile* profile, bool drop_missing_bytes,
                      ModelDirectory& directory);

}  // namespace bpetite::interop
