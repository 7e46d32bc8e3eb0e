// Holds a JSON document as a flat list with a word of 64 bits for each key and each value
// (Document), and parses it (parse_document). A Node is a value of the document: it gives its kind,
// its text, integer or boolean, and its elements or members, each a Range that a loop goes through.
// The value of a fraction is not kept. A document is for large files that are read once.
//
//   {"a":[1,2]}      words   object of 5 | "a" | array of 3 | 1 | 2
//
// Memory: 8 bytes for each value and each key; a json::Value takes 64 or more. Strings stay in the
// text of the document, which must outlive this object. Only strings with escapes, strings of 16
// MiB and more or behind the first 64 GiB, and integers outside 0 to 2^60-1 are copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/json.hpp"

namespace bpetite::json {

// A word has 4 bits that say what it is, and 60 bits for a number, the place of a text, or the
// number of words of an array or object. For a string in the text of the document, they are 36 bits
// for its place and 24 for its size.
namespace words {

enum class Tag : std::uint64_t {
  null,
  boolean,
  number,   // from 0 to 2^60 - 1
  integer,  // any other integer: its digits are in Document::texts_
  fraction,
  string,        // in Document::texts_
  plain_string,  // in the text of the document
  array,
  object,
};

inline constexpr unsigned tag_bits = 4;
inline constexpr std::uint64_t number_limit = std::uint64_t{1} << (64 - tag_bits);
inline constexpr unsigned size_bits = 24;
inline constexpr std::uint64_t size_limit = std::uint64_t{1} << size_bits;
inline constexpr std::uint64_t place_limit = number_limit >> size_bits;

constexpr std::uint64_t word_of(Tag tag, std::uint64_t number) {
  return number << tag_bits | static_cast<std::uint64_t>(tag);
}
constexpr Tag tag_of(std::uint64_t word) { return static_cast<Tag>(word & ((1U << tag_bits) - 1)); }
constexpr std::uint64_t number_of(std::uint64_t word) { return word >> tag_bits; }

}  // namespace words

enum class Kind { null, boolean, integer, fraction, string, array, object };

class Document;
template <typename Each>
class Range;
struct EachElement;
struct EachMember;
using Elements = Range<EachElement>;
using Members = Range<EachMember>;

// A value of a document, which must outlive it.
class Node {
 public:
  Node() = default;  // a node that is not there
  Node(const Document& document, std::size_t at) : document_(&document), at_(at) {}

  bool is_there() const { return document_ != nullptr; }
  Kind kind() const;

  // The value of a boolean.
  bool is_true() const;

  // The value, if it is an integer from 0 to 2^60 - 1.
  std::optional<std::uint64_t> small_number() const;

  // The characters of a string, or of an integer that is not a small number.
  std::string_view text() const;

  // The values of an array, or the members of an object, in the order of the file.
  Elements elements() const;
  Members members() const;

  // The node after it in the document.
  Node next() const;

  bool operator==(const Node&) const = default;

 private:
  std::uint64_t word() const;

  const Document* document_ = nullptr;
  std::size_t at_ = 0;
};

struct NamedNode {
  std::string_view key;
  Node value;
};

// The values of an array, or the keys and values of an object. They are not listed anywhere: an
// iterator goes from one to the next.
template <typename Each>
class Range {
 public:
  class Iterator {
   public:
    using value_type = typename Each::Item;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using reference = value_type;
    using pointer = void;

    Iterator() = default;
    explicit Iterator(Node node) : node_(node) {}
    value_type operator*() const { return Each::item(node_); }
    Iterator& operator++() {
      node_ = Each::next(node_);
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    Node node_;
  };

  // The nodes from `begin` to before `end`.
  Range(Node begin, Node end) : begin_(begin), end_(end) {}

  Iterator begin() const { return Iterator(begin_); }
  Iterator end() const { return Iterator(end_); }
  std::size_t size() const { return static_cast<std::size_t>(std::distance(begin(), end())); }
  // All of them, to be read in any order.
  std::vector<typename Each::Item> to_vector() const { return {begin(), end()}; }

 private:
  Node begin_;
  Node end_;
};

struct EachElement {
  using Item = Node;
  static Node item(Node at) { return at; }
  static Node next(Node at) { return at.next(); }
};

struct EachMember {
  using Item = NamedNode;
  static NamedNode item(Node key) { return {key.text(), key.next()}; }
  static Node next(Node key) { return key.next().next(); }
};

class Document {
 public:
  // The value of the whole document.
  Node root() const { return {*this, 0}; }

 private:
  friend class Node;
  friend class DocumentBuilder;

  std::string_view text_;
  std::vector<std::uint64_t> words_;
  std::string texts_;  // strings and integers that are not in text_, each after its size
};

inline std::uint64_t Node::word() const { return document_->words_[at_]; }

inline Node Node::next() const {
  const words::Tag tag = words::tag_of(word());
  const bool holds_others = tag == words::Tag::array || tag == words::Tag::object;
  return {*document_, at_ + (holds_others ? words::number_of(word()) : 1)};
}

inline Kind Node::kind() const {
  using words::Tag;
  switch (words::tag_of(word())) {
    case Tag::null:
      return Kind::null;
    case Tag::boolean:
      return Kind::boolean;
    case Tag::number:
    case Tag::integer:
      return Kind::integer;
    case Tag::fraction:
      return Kind::fraction;
    case Tag::string:
    case Tag::plain_string:
      return Kind::string;
    case Tag::array:
      return Kind::array;
    case Tag::object:
      return Kind::object;
  }
  return Kind::null;  // internal: there are no other tags
}

inline bool Node::is_true() const { return word() == words::word_of(words::Tag::boolean, 1); }

inline std::optional<std::uint64_t> Node::small_number() const {
  const bool is_small = words::tag_of(word()) == words::Tag::number;
  return is_small ? std::optional(words::number_of(word())) : std::nullopt;
}

inline std::string_view Node::text() const {
  const std::uint64_t number = words::number_of(word());
  if (words::tag_of(word()) == words::Tag::plain_string) {
    return document_->text_.substr(number >> words::size_bits, number & (words::size_limit - 1));
  }
  const char* const from = document_->texts_.data() + number;
  std::uint64_t size = 0;
  std::memcpy(&size, from, sizeof size);
  return {from + sizeof size, size};
}

inline Elements Node::elements() const { return {{*document_, at_ + 1}, next()}; }
inline Members Node::members() const { return {{*document_, at_ + 1}, next()}; }

// Parses a document as json::parse does, with the same faults. The text must outlive the document.
std::variant<Document, Fault> parse_document(std::string_view text, Utf8 utf8 = Utf8::unknown);

}  // namespace bpetite::json
