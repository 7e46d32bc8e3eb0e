// Writes a number and a noun for a message, with an s unless the number is 1.
#include "core/wording/counted.hpp"

#include <fmt/format.h>

namespace bpetite {

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace bpetite
