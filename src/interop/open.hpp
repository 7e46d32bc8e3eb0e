// What a file of a vocabulary is, and its table (S26e).
//
//   {"format_version":1,...        an artifact; its profile is v1
//   {"version":"1.0","model":...   a tokenizer.json; it says its profile itself
//   IQ== 0                         a rank file; its profile has to be named
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/table.hpp"
#include "interop/model_files.hpp"

namespace bpetite::interop {

// Whether a file begins as a rank file does: base64, a space, a digit (S26e).
bool is_rank_file(std::string_view file);

// The names of the profiles that a rank file can have: "cl100k, gpt2, ..." (S26e).
std::string profiles_of_ranks();

// KeyError, naming the profiles that there are, for any other name (S26b).
const Profile& profile_named(std::string_view name);

// The table of a file with the profile that was named, or none. `source` names the file in
// messages. With `drop_missing_bytes` a file of another library may lack bytes (S31d). A file that
// is known to be UTF-8 is read faster. ValueError for a profile that the file cannot have, and the
// errors of the file's form.
Table read_model(std::string_view file, std::string_view source, const Profile* profile,
                 bool drop_missing_bytes = false, json::Utf8 utf8 = json::Utf8::unknown);

// The table of GPT-2's two files (S51a). Without a profile they must be GPT-2's own (S52a). Errors
// as above; FileNotFoundError, OSError: a file cannot be read.
Table read_gpt2_model(const ModelFiles& files, const Profile* profile,
                      bool drop_missing_bytes = false);

}  // namespace bpetite::interop
