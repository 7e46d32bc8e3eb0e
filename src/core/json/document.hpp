// Holds a JSON document as a flat list with a word for each value. It is for large documents that
// are read once.
//
//   {"a":[1,2]}      words   object of 5 | "a" | array of 3 | 1 | 2
//
// Memory: 8 bytes a value and a key, and the bytes of strings; a json::Value takes 64 and more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/json.hpp"

namespace bpetite::json {

enum class Kind { null, boolean, integer, fraction, string, array, object };

class Document;
struct NamedNode;

// A value of a document, which must outlive it.
class Node {
 public:
  Node() = default;  // none
  Node(const Document& document, std::size_t at) : document_(&document), at_(at) {}

  bool is_there() const { return document_ != nullptr; }
  Kind kind() const;

  // The value of a boolean.
  bool is_true() const;

  // The value, if it is an integer from 0 to 2^60 - 1.
  std::optional<std::uint64_t> small_number() const;

  // The characters of a string, or of an integer that is no small number.
  std::string_view text() const;

  // What an array or an object holds, in the order of the file.
  std::vector<Node> elements() const;
  std::vector<NamedNode> members() const;

 private:
  std::uint64_t word() const;
  std::size_t size() const;
  std::size_t end() const;  // the place behind it

  const Document* document_ = nullptr;
  std::size_t at_ = 0;
};

struct NamedNode {
  std::string_view key;
  Node value;
};

class Document {
 public:
  // The value that the document is.
  Node root() const { return {*this, 0}; }

 private:
  friend class Node;
  friend class DocumentBuilder;

  std::vector<std::uint64_t> words_;
  std::string texts_;  // each with its size before it
};

// Parses a document as json::parse does, with the same faults.
std::variant<Document, Fault> parse_document(std::string_view text);

}  // namespace bpetite::json
