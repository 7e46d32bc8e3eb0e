// Checks that an object has no members but those in a list of names. Also reads a boolean that must
// be there, and the value of an enumeration by its name. Errors list what is allowed; one_of writes
// such a list.
//
//   artifact: /colour: 3 is not carried: required none but merges, vocab
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/pointer.hpp"

namespace bpetite::json {

// ValueError unless this is an object without other members. A missing member is an error when it
// is read.
void require_members(const Field& object, std::span<const std::string_view> names);

// The value of a boolean, which must be there.
bool required_flag(const Field& field);

// "one of a, b"
std::string one_of(std::span<const std::string_view> names);

// The value of an enumeration by its name. The field has the name, and name(value) gives it.
template <typename Value, std::size_t count>
Value named(const Field& field, const std::array<Value, count>& values) {
  std::vector<std::string_view> names;
  for (const Value value : values) names.push_back(name(value));
  const std::string required = one_of(names);
  const std::string_view given = field.text(required);
  for (const Value value : values) {
    if (name(value) == given) return value;
  }
  field.refuse("required " + required);
}

}  // namespace bpetite::json
