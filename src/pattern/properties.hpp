// Makes the classes of scalars that have a name in patterns (S25c), in a version of Unicode.
//
//   property("Lu", v16_0)     A to Z, À to Ö, ...
//   white_space()             \s: the 25 scalars of White_Space
//
// property() knows general categories and scripts. The other classes are \d (digits) and \w, which
// depends on the dialect and is different inside brackets (word_scalars, word_scalars_in_brackets).
// folded() gives the scalars that a letter stands for if case is ignored.
#pragma once

#include <optional>
#include <string_view>

#include "core/profile.hpp"
#include "pattern/scalar_set.hpp"

namespace bpetite::pattern {

// \p{name}: a general category (Lu), a group of them (L), or a script (Han). Returns nullopt for
// any other name.
std::optional<ScalarSet> property(std::string_view name, unicode::Version version);

ScalarSet white_space();                     // \s
ScalarSet digits(unicode::Version version);  // \d

// \w alone, and \w inside brackets: in one dialect \w has U+00B2, and [\w] does not have it.
ScalarSet word_scalars(Dialect dialect, unicode::Version version);
ScalarSet word_scalars_in_brackets(Dialect dialect, unicode::Version version);

// An ASCII letter with all scalars that fold to the same one: for s, s S and U+017F (S3c).
ScalarSet folded(char32_t letter, unicode::Version version);

}  // namespace bpetite::pattern
