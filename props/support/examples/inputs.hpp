// Reads the inputs of operations from the fields of an example: tables, patterns, scalars.
#pragma once

#include <optional>
#include <vector>

#include <bpetite/special.hpp>

#include "core/table.hpp"
#include "core/unicode.hpp"
#include "support/examples/fields.hpp"

namespace bpetite::test {

// version "15.1.0": the Unicode version of that name. Without the field: the pinned version.
unicode::Version version_in(Fields& fields);

// normalizer "NFC of Unicode 9.0". Nothing without the field.
std::optional<Normalizer> normalizer_in(Fields& fields);

// pattern "nanochat": the profile of that name. Without the field: v1.
const Profile& profile_in(Fields& fields);

// patterns ["\\s", "\\p{L}+"], dialect "huggingface" (else tiktoken): a profile with these splits.
// Without them: profile_in(). In both cases with the version of version_in().
Profile cutting_profile_in(Fields& fields);

// scalars ["U+0041", ...]
std::vector<char32_t> scalars_in(Fields& fields);

// {"<|endoftext|>": 257}
std::vector<SpecialToken> specials_of(const json::Value& object);

// merges [[97,98]]: the v1 table with these merges. Throws std::runtime_error if an operand is not
// an earlier id.
Table merges_table(Fields& fields);

// The table of an example. Its fields are `merges`, with or without `results`, or `lookup "bytes"`
// with a `vocabulary`. The fields `specials` and `pattern` replace those of v1; `profile` replaces
// the pattern, the special tokens, the rule for them and the normalizer. `normalized ["<s>"]` lists
// the special tokens that are found in normalized text, and `normalizer` names it.
Table table_in(Fields& fields);

// Fields: `allowed "all"`, `allowed ["<s>"]` or `ordinary true`. The rule of the profile if none is
// given.
SpecialChoice choice_in(Fields& fields);

}  // namespace bpetite::test
