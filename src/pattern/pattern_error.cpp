// Makes the error of a pattern (PatternError) and its message. It keeps the offset and the reason,
// so that in_sequence() can make the message again with the number of the pattern.
#include "pattern/pattern_error.hpp"

#include <fmt/format.h>

namespace bpetite::pattern {

PatternError::PatternError(std::size_t offset, std::string_view what, std::string_view clause,
                           std::string_view place)
    : ValueError(fmt::format("{}: byte {}: {}", place, offset, what), clause),
      offset_(offset),
      what_(what) {}

PatternError PatternError::in_sequence(std::size_t number) const {
  return {offset_, what_, clause(), fmt::format("pattern {}", number)};
}

}  // namespace bpetite::pattern
