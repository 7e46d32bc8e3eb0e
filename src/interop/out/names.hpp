// Writes the names of tokens as the files of GPT-2 and of Hugging Face's library have them (S50c).
// Also writes the JSON object of names and ids, and the lines of merges. Refuses two tokens with
// the same name, and a merge whose line programs would skip.
//
//   token 262 with the bytes " the"      the name "Ġthe"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::interop::out {

// The name of each token by its id; empty if no token has the id. `format` is the name of the
// target in messages. ValueError (S58a): two tokens, or a token and an added token, have the same
// name.
std::vector<std::string> names_of(const Table& table, std::string_view format);

// {"!":33,...}: the names with their ids, and these special tokens, by ascending ids.
std::string vocabulary_json(const std::vector<std::string>& names,
                            const std::vector<SpecialToken>& specials);

// The two names of each merge with a space between them. ValueError (S58a): programs would skip one
// of these lines.
std::vector<std::string> merge_lines(const Table& table, const std::vector<std::string>& names,
                                     std::string_view format);

}  // namespace bpetite::interop::out
