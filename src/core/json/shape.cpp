// Checks that an object has no members but those in a list of names, reads a boolean that must be
// there, and writes a list of names for an error ("one of a, b").
#include "core/json/shape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bpetite::json {

void require_members(const Field& object, std::span<const std::string_view> names) {
  for (const std::string_view name : names) object[name];  // a ValueError if it is not an object
  for (const NamedNode& member : object.node().members()) {
    if (std::ranges::find(names, member.key) == names.end()) {
      object[member.key].refuse(fmt::format("required none but {}", fmt::join(names, ", ")));
    }
  }
}

bool required_flag(const Field& field) {
  return field.require(Kind::boolean, "true or false").flag(false);
}

std::string one_of(std::span<const std::string_view> names) {
  return fmt::format("one of {}", fmt::join(names, ", "));
}

}  // namespace bpetite::json
