// Reads values of a JSON file with their JSON pointers (Field): members, elements (FieldElements),
// texts and booleans. Each member or element adds a part to the pointer on the way from the root,
// unless the value was made from another one. If a value is missing or of another kind, the error
// has its pointer, and shows a value that is there. Also writes a value for a message, and a key as
// a part of a pointer.
//
//   root["model"]["dropout"]      /model/dropout
#include "core/json/pointer.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::json {

std::string pointer_part(std::string_view key) {
  std::string part;
  for (const char c : key.substr(0, 60)) {
    if (c == '~') {
      part += "~0";
    } else if (c == '/') {
      part += "~1";
    } else {
      part += c;
    }
  }
  const std::string quoted = utf8::quoted(part, 120);
  return quoted.substr(1, quoted.size() - 2);
}

std::string shown(Node node) {
  switch (node.kind()) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return node.is_true() ? "true" : "false";
    case Kind::integer: {
      const auto small = node.small_number();
      return small ? fmt::format("{}", *small) : std::string(node.text().substr(0, 40));
    }
    case Kind::fraction:
      return "a fraction";
    case Kind::string:
      return utf8::quoted(node.text(), 200);
    case Kind::array:
      return "an array";
    case Kind::object:
      break;
  }
  return "an object";
}

// The pointer of the whole document is empty.
std::string Field::place(std::string_view below) const {
  return pointer_.empty() && below.empty() ? "the whole document"
                                           : fmt::format("{}{}", pointer_, below);
}

Field Field::citing(std::string_view clause, std::string_view general) const {
  Field field = *this;
  if (clause_ == general) field.clause_ = clause;
  return field;
}

void Field::refuse(std::string_view what) const {
  const std::string value =
      node_.is_there() ? shown(node_) + " is not carried" : "the field is missing";
  throw ValueError(fmt::format("{}: {}: {}: {}", area_, place(), value, what), clause_);
}

void Field::fail(std::string_view below, std::string_view what, std::string_view clause) const {
  throw ValueError(fmt::format("{}: {}: {}", area_, place(below), what), clause);
}

void Field::miss() const {
  throw KeyError(fmt::format("{}: {}: missing", area_, place()), clause_);
}

Field Field::part(Node node, std::string pointer) const {
  Field field(node, area_, clause_);
  field.pointer_ = std::move(pointer);
  if (is_made_) field.pointer_ = pointer_;
  field.is_made_ = is_made_;
  return field;
}

const Field& Field::require(Kind kind, std::string_view name) const {
  if (!node_.is_there() || node_.kind() != kind) refuse(fmt::format("required {}", name));
  return *this;
}

Field Field::operator[](std::string_view key) const {
  require(Kind::object, "an object");
  std::string pointer = pointer_ + "/" + pointer_part(key);
  for (const NamedNode& member : node_.members()) {
    if (member.key == key) return part(member.value, std::move(pointer));
  }
  return part(Node(), std::move(pointer));
}

Field Field::below(const NamedNode& member) const {
  return part(member.value, pointer_ + "/" + pointer_part(member.key));
}

FieldElements Field::elements() const { return FieldElements(require(Kind::array, "an array")); }

Field FieldElements::Iterator::operator*() const {
  return array_->part(*node_, fmt::format("{}/{}", array_->pointer_, index_));
}

std::string_view Field::text(std::string_view required) const {
  return require(Kind::string, required).node_.text();
}

bool Field::flag(bool otherwise) const {
  if (!is_given()) return otherwise;
  return require(Kind::boolean, "true or false").node_.is_true();
}

std::string_view Field::type(std::string_view required) const {
  return (*this)["type"].text(required);
}

}  // namespace bpetite::json
