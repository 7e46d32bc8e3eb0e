// Builds a flat JSON document, and reads it.
//
//   word     | 60 bits: the number, where the text is, or how many words it is in all | 4: what it
//   is |
#include "core/json/document.hpp"

#include <cstring>
#include <utility>

#include "core/json/parser.hpp"

namespace bpetite::json {
namespace {

// The kind of a word. An integer that is not a small number is kept as text.
enum class Tag : std::uint64_t { null, boolean, number, integer, fraction, string, array, object };

constexpr unsigned tag_bits = 4;
constexpr std::uint64_t number_limit = std::uint64_t{1} << (64 - tag_bits);

std::uint64_t word_of(Tag tag, std::uint64_t number) {
  return number << tag_bits | static_cast<std::uint64_t>(tag);
}
Tag tag_of(std::uint64_t word) { return static_cast<Tag>(word & ((1U << tag_bits) - 1)); }
std::uint64_t number_of(std::uint64_t word) { return word >> tag_bits; }

}  // namespace

class DocumentBuilder : public Handler<Document> {
 public:
  // A value and its comma have at least two characters. Memory that is never written costs nothing.
  DocumentBuilder(std::string_view text, std::string_view /*parsed*/) {
    document_.words_.reserve(text.size() / 2 + 1);
  }

  bool on_array_begin(error_code&) { return open(); }
  bool on_object_begin(error_code&) { return open(); }
  bool on_array_end(std::size_t, error_code&) {
    close(Tag::array);
    return true;
  }
  bool on_object_end(std::size_t size, error_code& error) {
    const Node object(document_, close(Tag::object));
    std::vector<std::string_view> keys;
    keys.reserve(size);
    for (const auto& [key, value] : object.members()) keys.push_back(key);
    const auto fault = repeated_key(std::move(keys));
    return !fault || refuse(*fault, error);
  }

  bool on_string_part(std::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_key_part(std::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_string(std::string_view part, std::size_t, error_code&) { return end_string(part); }
  bool on_key(std::string_view part, std::size_t, error_code&) { return end_string(part); }

  // The parser makes integers of what has no fraction and no exponent, and fits (S13b, S13c).
  bool on_int64(std::int64_t value, std::string_view text, error_code&) {
    return value < 0 ? push_text(Tag::integer, text)
                     : push_integer(static_cast<std::uint64_t>(value), text);
  }
  bool on_uint64(std::uint64_t value, std::string_view text, error_code&) {
    return push_integer(value, text);
  }
  bool on_double(double, std::string_view text, error_code&) {
    const bool is_integer = text.find_first_of(".eE") == std::string_view::npos;
    return is_integer ? push_text(Tag::integer, text) : push(word_of(Tag::fraction, 0));
  }
  bool on_bool(bool value, error_code&) { return push(word_of(Tag::boolean, value ? 1 : 0)); }
  bool on_null(error_code&) { return push(word_of(Tag::null, 0)); }

  std::variant<Document, Fault> take(std::size_t) { return std::move(document_); }

 private:
  bool push(std::uint64_t word) {
    document_.words_.push_back(word);
    return true;
  }
  bool push_integer(std::uint64_t value, std::string_view text) {
    return value < number_limit ? push(word_of(Tag::number, value)) : push_text(Tag::integer, text);
  }
  bool push_text(Tag tag, std::string_view text) {
    push(word_of(tag, document_.texts_.size()));
    const std::uint64_t size = text.size();
    document_.texts_.append(reinterpret_cast<const char*>(&size), sizeof size);
    document_.texts_.append(text);
    return true;
  }

  // A string or a key comes in parts, unescaped.
  bool append(std::string_view part) {
    string_.append(part);
    return true;
  }
  bool end_string(std::string_view part) {
    append(part);
    push_text(Tag::string, string_);
    string_.clear();
    return true;
  }

  bool open() {
    open_.push_back(document_.words_.size());
    return push(0);
  }
  std::size_t close(Tag tag) {
    const std::size_t begin = open_.back();
    open_.pop_back();
    document_.words_[begin] = word_of(tag, document_.words_.size() - begin);
    return begin;
  }

  Document document_;
  std::vector<std::size_t> open_;  // where arrays and objects begin that have not ended
  std::string string_;             // the string or key that is being read
};

std::uint64_t Node::word() const { return document_->words_[at_]; }

std::size_t Node::end() const {
  const Tag tag = tag_of(word());
  return at_ + (tag == Tag::array || tag == Tag::object ? number_of(word()) : 1);
}

Kind Node::kind() const {
  switch (tag_of(word())) {
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
      return Kind::string;
    case Tag::array:
      return Kind::array;
    case Tag::object:
      return Kind::object;
  }
  return Kind::null;  // internal: there are no other tags
}

bool Node::is_true() const { return word() == word_of(Tag::boolean, 1); }

std::optional<std::uint64_t> Node::small_number() const {
  return tag_of(word()) == Tag::number ? std::optional(number_of(word())) : std::nullopt;
}

std::string_view Node::text() const {
  const char* const from = document_->texts_.data() + number_of(word());
  std::uint64_t size = 0;
  std::memcpy(&size, from, sizeof size);
  return {from + sizeof size, size};
}

// The number of values and keys in it.
std::size_t Node::size() const {
  std::size_t count = 0;
  for (Node node(*document_, at_ + 1); node.at_ < end(); node.at_ = node.end()) ++count;
  return count;
}

std::vector<Node> Node::elements() const {
  std::vector<Node> all;
  all.reserve(size());
  for (Node node(*document_, at_ + 1); node.at_ < end(); node.at_ = node.end()) {
    all.push_back(node);
  }
  return all;
}

std::vector<NamedNode> Node::members() const {
  std::vector<NamedNode> all;
  all.reserve(size() / 2);
  for (Node key(*document_, at_ + 1); key.at_ < end();) {
    const Node value(*document_, key.end());
    all.push_back({key.text(), value});
    key.at_ = value.end();
  }
  return all;
}

std::variant<Document, Fault> parse_document(std::string_view text) {
  return parse_by<DocumentBuilder>(text);
}

}  // namespace bpetite::json
