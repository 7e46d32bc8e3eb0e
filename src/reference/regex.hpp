// The canonical pattern texts, run by Boost.Regex over the project's own Unicode tables.
//
// Boost.Regex reads \p{L} as "lower case" and, inside brackets, as four letters; it takes its
// classes from whatever library is behind it. So the text is translated first, and the classes are
// answered from core/unicode.hpp by a traits class (regex.cpp). Nothing else of the project knows
// of Boost.Regex.
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
// Everything else reads the same in both. Throws ValueError for a property other than L and N.
std::string boost_dialect(std::string_view pattern);

// A pattern text, compiled for one Unicode version. Immutable; may be shared by threads.
class Regex {
 public:
  Regex(std::string_view pattern, unicode::Version version);
  ~Regex();

  // The lengths, in scalars, of the successive matches that cover `text`. Stops the program if some
  // place has no match, or an empty one: the patterns of the project match at every scalar.
  std::vector<std::size_t> match_lengths(std::u32string_view text) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace bpetite::reference
