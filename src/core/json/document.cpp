// Parses JSON into a Document: a list of 64-bit words, which grows while the parser goes through
// the text, and a copy of those strings and integers that cannot be read from the text. The word of
// an array or object gets its size when the array or object ends. An object that has a key twice is
// a fault.
//
//   {"a":[1]      so far   object of ? | "a" | array of 2 | 1
#include "core/json/document.hpp"

#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/hash.hpp"
#include "core/json/parser.hpp"

namespace bpetite::json {

using namespace words;

class DocumentBuilder : public Handler<Document> {
 public:
  // A value and its comma have at least two characters, so this is enough. Memory that is never
  // written costs nothing.
  DocumentBuilder(std::string_view text, std::string_view parsed) : parsed_(parsed) {
    document_.text_ = text;
    document_.words_.reserve(text.size() / 2 + 1);
  }

  bool on_array_begin(error_code&) { return open(); }
  bool on_object_begin(error_code&) { return open(); }
  bool on_array_end(std::size_t, error_code&) {
    close(Tag::array);
    return true;
  }
  bool on_object_end(std::size_t size, error_code& error) {
    const Members members = Node(document_, close(Tag::object)).members();
    if (are_surely_distinct(members, size)) return true;
    std::vector<std::string_view> keys;
    keys.reserve(size);
    for (const auto& [key, value] : members) keys.push_back(key);
    const auto fault = repeated_key(std::move(keys));
    return !fault || refuse(*fault, error);
  }

  bool on_string_part(std::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_key_part(std::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_string(std::string_view part, std::size_t, error_code&) { return end_string(part); }
  bool on_key(std::string_view part, std::size_t, error_code&) { return end_string(part); }

  // The parser calls these two for a number that has neither a fraction nor an exponent, and fits
  // into 64 bits (S13b, S13c).
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
    // A string without an escape comes as one part, which lies in the parsed text.
    const auto place = reinterpret_cast<std::uintptr_t>(part.data()) -
                       reinterpret_cast<std::uintptr_t>(parsed_.data());
    const bool is_plain = string_.empty() && place < std::min(parsed_.size(), place_limit) &&
                          part.size() < size_limit;
    if (is_plain) return push(word_of(Tag::plain_string, place << size_bits | part.size()));
    append(part);
    push_text(Tag::string, string_);
    string_.clear();
    return true;
  }

  // Keys with different hashes are different. A large object is a vocabulary, and to sort its keys
  // would take long.
  static bool are_surely_distinct(const Members& members, std::size_t size) {
    constexpr std::size_t large = 1000;
    if (size < large) return false;
    const BytesHash hash;
    boost::unordered_flat_set<std::uint64_t> hashes;
    hashes.reserve(size);
    for (const auto& [key, value] : members) {
      if (!hashes.insert(hash(key)).second) return false;
    }
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
  std::string_view parsed_;
  std::vector<std::size_t> open_;  // where the open arrays and objects begin
  std::string string_;             // the string or key that is being read
};

std::variant<Document, Fault> parse_document(std::string_view text, Utf8 utf8) {
  return parse_by<DocumentBuilder>(text, utf8);
}

}  // namespace bpetite::json
