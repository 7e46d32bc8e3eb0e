// Reads the classes of a pattern (S25c), and the scalars that stand for themselves (S25d).
//
//   [a-c&&[^b]]   a c        \p{Lu}   the capital letters        \x41   A
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/profile.hpp"
#include "pattern/reader.hpp"
#include "pattern/scalar_set.hpp"

namespace bpetite::pattern {

class ClassParser {
 public:
  // Reads on where the reader is. Both must outlive it.
  ClassParser(const Pattern& pattern, Reader& in) : pattern_(pattern), in_(in) {}

  // Whether what comes is inside (?i:...); the second returns what was said before.
  bool ignores_case() const { return ignores_case_; }
  bool ignore_case(bool ignores) { return std::exchange(ignores_case_, ignores); }

  // Each throws PatternError.
  ScalarSet bracketed();  // [...], with ranges, nested classes, && and ^
  ScalarSet escaped();    // behind a backslash: a class, a control character, or a sign
  // A scalar that stands for itself, or, in (?i:...), for all that fold to the same one.
  ScalarSet literal(char32_t scalar, std::size_t at) const;

 private:
  std::optional<ScalarSet> named_class(bool in_brackets);
  ScalarSet braced_property(std::size_t at);
  const ScalarSet& known(const std::string& name, std::size_t at);
  char32_t escaped_scalar();
  char32_t hexadecimal(std::size_t at, std::size_t digits);
  ScalarSet members(std::size_t open);
  void refuse_range_from_class();
  ScalarSet scalar_or_range(bool is_first);

  const Pattern& pattern_;
  Reader& in_;
  bool ignores_case_ = false;
  std::map<std::string, ScalarSet, std::less<>> known_;  // see known()
};

}  // namespace bpetite::pattern
