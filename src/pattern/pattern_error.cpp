#include "pattern/pattern_error.hpp"

#include <fmt/format.h>

namespace bpetite::pattern {

PatternError::PatternError(std::size_t offset, std::string_view what, std::string_view clause)
    : ValueError(fmt::format("pattern: byte {}: {}", offset, what), clause), offset_(offset) {}

}  // namespace bpetite::pattern
