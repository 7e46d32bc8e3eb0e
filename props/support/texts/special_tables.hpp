// Tables with special tokens, for the law of each rule (TOK-OBL-5b): a small vocabulary whose
// merges make pieces of the literals, so that a literal which is taken for text shows in the ids.
//
//   named_table(profiles::fim(), SpecialRule::never)
//     tokens     bytes, "<f", "im", "_s", "<fim_", ...     specials   <fim_prefix> ... after them
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"

namespace bpetite::test {

// The special tokens and the pattern of a named profile, with this rule for its literals. No
// special token has the id of a token.
Table named_table(const Profile& profile, SpecialRule rule);

// Literals that begin with, end with and hold each other, read from files of Hugging Face's
// library: special or not, found in the given text or in its normal form, with and without a
// normalizer; each with each rule.
std::vector<Table> overlapping_tables();

}  // namespace bpetite::test
