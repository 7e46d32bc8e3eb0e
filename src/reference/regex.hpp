// Compiles the pattern texts of profiles and runs them with Boost.Regex and our own Unicode tables
// (Regex). match_lengths() gives the lengths of the matches that cover a text.
//
// Boost.Regex reads \p{L} as "lower case" and, inside brackets, as four letters, and it has its own
// character classes. So the text is translated first (boost_dialect), and a traits class
// (regex.cpp) answers from core/unicode.hpp whether a character is in a class. No other file
// includes Boost.Regex.
//
//   \p{L}+      boost_dialect() gives [[:L:]]+
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/unicode.hpp"

namespace bpetite::reference {

// A pattern text in Boost's dialect: classes become POSIX classes, also inside brackets.
//
//   \p{L}+            [[:L:]]+
//   [^\s\p{L}\p{N}]   [^[:s:][:L:][:N:]]
//   \S                [^[:s:]]
//
// Everything else is the same in both dialects. ValueError for a property other than L and N.
std::string boost_dialect(std::string_view pattern);

// A pattern compiled for one Unicode version. It is immutable, so threads may share it.
class Regex {
 public:
  Regex(std::string_view pattern, unicode::Version version);
  ~Regex();

  // The lengths, in scalars, of the successive matches that cover `text`. If there is no match or
  // an empty one somewhere, the program stops: all patterns of the project match at every scalar.
  std::vector<std::size_t> match_lengths(std::u32string_view text) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace bpetite::reference
