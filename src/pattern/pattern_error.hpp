// PatternError is the error for a text that is not a pattern of the language. It has the byte at
// which the fault begins, and can also name the number of the pattern in a sequence.
//
//   pattern: byte 4: "(?<=" is a look-behind, which the language does not have [S25b, chapter 14]
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

namespace bpetite::pattern {

class PatternError : public ValueError {
 public:
  // `what` says what is wrong at that byte of the pattern's text.
  PatternError(std::size_t offset, std::string_view what, std::string_view clause,
               std::string_view place = "pattern");

  // The same error, with the number of the pattern in a sequence, counted from 1.
  PatternError in_sequence(std::size_t number) const;

  // The byte at which the fault begins.
  std::size_t offset() const noexcept { return offset_; }

 private:
  std::size_t offset_;
  std::string what_;
};

}  // namespace bpetite::pattern
