// The names of tokens in the files of GPT-2 and of Hugging Face's library (S50c), for writing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::interop::out {

// The name of each token by its id; empty if the table has none. `format` is the name of the target
// in messages. ValueError (S58a): two tokens have one name, or a token and an added one.
std::vector<std::string> names_of(const Table& table, std::string_view format);

// {"!":33,...}: the names with their ids, and the special tokens that are given, by ascending ids.
std::string vocabulary_json(const std::vector<std::string>& names,
                            const std::vector<SpecialToken>& specials);

// The two names of each merge with a space between. ValueError (S58a): programs would pass over
// one.
std::vector<std::string> merge_lines(const Table& table, const std::vector<std::string>& names,
                                     std::string_view format);

}  // namespace bpetite::interop::out
