// A value of a JSON file with its JSON pointer (Field), so that an error names both. A Field gives
// its members, its elements (FieldElements), its text or its boolean, throws if the value is of
// another kind, and throws the errors of its caller. Also writes a value for a message (shown), and
// a key as a part of a pointer (pointer_part).
//
//   Field root(document.root(), "tokenizer.json", "S50b");
//   root["model"]["dropout"].refuse("required null");
//
//   tokenizer.json: /model/dropout: a fraction is not carried: required null [S50b, chapter 16]
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json/document.hpp"

namespace bpetite::json {

class FieldElements;

class Field {
 public:
  // Messages begin with the area. Errors cite the clause, except those of fail(), which names
  // another.
  Field(Node node, std::string area, std::string clause)
      : node_(node), area_(std::move(area)), clause_(std::move(clause)) {}

  // A value that was made from the one at `pointer` of a file. Its parts have that place too.
  Field(Node node, std::string area, std::string clause, std::string pointer)
      : Field(node, std::move(area), std::move(clause)) {
    pointer_ = std::move(pointer);
    is_made_ = true;
  }

  // The member of an object. If there is no such member, its node is not there. ValueError: this is
  // not an object.
  Field operator[](std::string_view key) const;
  // The field of a member of an object, which a loop over the members has found.
  Field below(const NamedNode& member) const;
  // The elements of an array. ValueError: this is not an array.
  FieldElements elements() const;

  // Whether the value is there, and not null.
  bool is_given() const { return node_.is_there() && node_.kind() != Kind::null; }
  Node node() const { return node_; }
  // The file that messages name, and the place of the value in it.
  const std::string& area() const { return area_; }
  const std::string& pointer() const { return pointer_; }

  // ValueError if the value is of another kind.
  const Field& require(Kind kind, std::string_view name) const;
  // The text of a string. The error says what is `required`.
  std::string_view text(std::string_view required = "a string") const;
  // The value of a boolean, or `otherwise` if it is not given.
  bool flag(bool otherwise) const;
  // The text of its member "type".
  std::string_view type(std::string_view required = "a string") const;

  // ValueError: what is wrong with a part of the value. `below` is the rest of the pointer of the
  // part.
  [[noreturn]] void fail(std::string_view below, std::string_view what,
                         std::string_view clause) const;

  // The same value; its errors cite `clause` in place of `general`.
  Field citing(std::string_view clause, std::string_view general) const;

  // ValueError: the place, the value (or that it is missing), and what is required.
  [[noreturn]] void refuse(std::string_view what) const;
  // KeyError: the value is missing.
  [[noreturn]] void miss() const;

 private:
  friend class FieldElements;

  // A part of the value.
  Field part(Node node, std::string pointer) const;
  // The pointer of the value with `below` behind it, for a message.
  std::string place(std::string_view below = "") const;

  Node node_;
  std::string area_;
  std::string clause_;
  std::string pointer_;
  bool is_made_ = false;
};

// The elements of an array. Each field is made when it is needed, since a field takes a hundred
// times as much memory as a short value in the file.
class FieldElements {
 public:
  class Iterator {
   public:
    using value_type = Field;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using reference = Field;
    using pointer = void;

    Iterator(const Field& array, Elements::Iterator node) : array_(&array), node_(node) {}
    Field operator*() const;
    Iterator& operator++() {
      ++node_;
      ++index_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    const Field* array_;
    Elements::Iterator node_;
    std::size_t index_ = 0;
  };

  // `array` must be an array.
  explicit FieldElements(Field array) : array_(std::move(array)) {}

  Iterator begin() const { return {array_, nodes().begin()}; }
  Iterator end() const { return {array_, nodes().end()}; }
  bool empty() const { return begin() == end(); }
  // Counts them.
  std::size_t size() const { return nodes().size(); }

 private:
  Elements nodes() const { return array_.node().elements(); }

  Field array_;
};

// A value for a message, cut if it is long. The node must be there.
std::string shown(Node node);

// A key as a part of a JSON pointer (RFC 6901): "a/b" is "a~1b".
std::string pointer_part(std::string_view key);

}  // namespace bpetite::json
