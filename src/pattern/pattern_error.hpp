// The error of a pattern that is no pattern of the language.
//
//   pattern: byte 4: "(?<=" is a look-behind, which the language does not have [S25b]
#pragma once

#include <cstddef>
#include <string_view>

#include <bpetite/errors.hpp>

namespace bpetite::pattern {

class PatternError : public ValueError {
 public:
  // `what` says what is wrong at that byte of the pattern's text.
  PatternError(std::size_t offset, std::string_view what, std::string_view clause);

  // The byte at which the fault begins.
  std::size_t offset() const noexcept { return offset_; }

 private:
  std::size_t offset_;
};

}  // namespace bpetite::pattern
