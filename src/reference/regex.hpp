// Matching the canonical pattern texts with Boost.Regex, over the project's own Unicode tables.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/unicode.hpp"

namespace bpetite::reference {

// A pattern text in Boost's dialect: the classes are spelled as POSIX classes, inside brackets too.
//
//   \p{L}+            [[:L:]]+
//   [^\s\p{L}\p{N}]   [^[:s:][:L:][:N:]]
//   \S                [^[:s:]]
//
// Everything else is the same in both. Throws ValueError for a class that is none of \s \S \p{L} \p{N}.
std::string boost_dialect(std::string_view pattern);

// The lengths, in scalars, of the successive matches of `pattern` (canonical text) over `text`.
// A position where nothing matches stops the program: the patterns of the project match everywhere.
std::vector<std::size_t> match_lengths(std::u32string_view text, std::string_view pattern,
                                       unicode::Version version);

}  // namespace bpetite::reference
