// A value of a JSON file with its place, so that a refusal names both (S50b).
//
//   Field root(document.root(), "tokenizer.json");
//   root["model"]["dropout"].refuse("required null", "S50b");
//
//   tokenizer.json: /model/dropout: 0.1 is not carried: required null [S50b]
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/document.hpp"

namespace bpetite::interop {

class Field {
 public:
  Field(json::Node node, std::string area) : node_(node), area_(std::move(area)) {}

  // The member of an object; none if there is none. ValueError if this is no object.
  Field operator[](std::string_view key) const;
  // The elements of an array. ValueError if this is none.
  std::vector<Field> elements() const;

  // Whether the value is there, and not null.
  bool is_given() const { return node_.is_there() && node_.kind() != json::Kind::null; }
  json::Node node() const { return node_; }

  // ValueError if the value is of another kind.
  const Field& require(json::Kind kind, std::string_view name) const;
  std::string_view text() const;
  // That of a boolean, or of one that is not given.
  bool flag(bool otherwise) const;
  std::string_view type() const;  // the text of its member "type"

  // ValueError: what is wrong with a part of the value, whose pointer goes on with `below`.
  [[noreturn]] void fail(std::string_view below, std::string_view what,
                         std::string_view clause) const;

  // ValueError: the place, the value, and what there should be.
  [[noreturn]] void refuse(std::string_view what) const;

 private:
  Field(json::Node node, std::string area, std::string pointer)
      : node_(node), area_(std::move(area)), pointer_(std::move(pointer)) {}

  json::Node node_;
  std::string area_;
  std::string pointer_;
};

// The value for a message, cut if it is long.
std::string shown(json::Node node);

// A key as a part of a JSON pointer (RFC 6901): "a/b" is "a~1b".
std::string pointer_part(std::string_view key);

}  // namespace bpetite::interop
