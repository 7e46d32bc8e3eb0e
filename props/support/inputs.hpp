// What operations take from the fields of an example: tables, patterns, scalars.
#pragma once

#include <vector>

#include "core/table.hpp"
#include "core/unicode.hpp"
#include "support/fields.hpp"

namespace bpetite::test {

// "version" "15.1.0": the Unicode version of that name; the pinned one where none is given.
unicode::Version version_in(Fields& fields);

// "pattern" "nanochat": the profile of that name; v1 where none is given.
const Profile& profile_in(Fields& fields);

// "scalars" ["U+0041", ...]
std::vector<char32_t> scalars_in(Fields& fields);

// {"<|endoftext|>": 257}
std::vector<SpecialToken> specials_of(const json::Value& object);

// "merges" [[97,98]]: the v1 table. std::runtime_error if an operand is not an earlier id.
Table merges_table(Fields& fields);

// "merges", perhaps with "results", or "lookup" "bytes" with a "vocabulary"; "specials" where
// others than v1's are meant, and "pattern".
Table table_in(Fields& fields);

}  // namespace bpetite::test
