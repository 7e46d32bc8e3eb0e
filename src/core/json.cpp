// Parses JSON into values with Boost's SAX parser and a handler that keeps what a DOM would lose
// (spec/07-artifact.md). Also finds a member of an object, writes strings, and lists of strings, as
// Python's json.dumps does, and has what all readers of JSON share: the check for repeated keys,
// the text with zeros for exponents that Boost refuses, and the reason of a fault.
//
//   {"a":1,"\u0061":2}    S13: both keys are "a": a fault, where a DOM keeps the last one
//   18446744073709551616  S13c: an integer, where a DOM makes it a double
//
// The handler gets each value when it is complete, and the number of values of an array or object
// at its end. The values of open arrays and objects wait on one stack. So memory grows only with
// the values that are there.
#include "core/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/src.hpp>
#include <charconv>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/json/parser.hpp"
#include "core/utf8.hpp"

namespace bpetite::json {
namespace {

// The sign and the digits of an integer of any length.
Integer integer(std::string_view text) {
  Integer result;
  result.negative = text.starts_with('-');
  const std::string_view digits = text.substr(result.negative ? 1 : 0);
  std::uint64_t magnitude = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  if (error == std::errc()) {
    result.negative = result.negative && magnitude != 0;
    result.magnitude = magnitude;
  } else {
    result.text = text;
  }
  return result;
}

class Builder : public Handler<Value> {
 public:
  // text    the document, for the text of its numbers
  // parsed  what the parser is given: the document, or its stand-in of the same length
  Builder(std::string_view text, std::string_view parsed) : text_(text), parsed_(parsed) {}

  bool on_array_begin(error_code&) { return true; }
  bool on_object_begin(error_code&) { return true; }

  bool on_array_end(std::size_t size, error_code&) {
    const auto first = values_.end() - static_cast<std::ptrdiff_t>(size);
    Array array(std::make_move_iterator(first), std::make_move_iterator(values_.end()));
    values_.erase(first, values_.end());
    return push(std::move(array));
  }

  bool on_object_end(std::size_t size, error_code& error) {
    const auto first = values_.end() - static_cast<std::ptrdiff_t>(size);
    const auto first_key = keys_.end() - static_cast<std::ptrdiff_t>(size);
    Object object;
    object.reserve(size);
    std::transform(first_key, keys_.end(), first, std::back_inserter(object),
                   [](std::string& key, Value& value) {
                     return Member{std::move(key), std::move(value)};
                   });
    values_.erase(first, values_.end());
    keys_.erase(first_key, keys_.end());

    std::vector<std::string_view> names;
    names.reserve(object.size());
    for (const auto& [key, value] : object) names.push_back(key);
    if (const auto fault = repeated_key(std::move(names))) return refuse(*fault, error);
    return push(std::move(object));
  }

  // A string or a key comes in parts, unescaped.
  bool on_string_part(std::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_key_part(std::string_view part, std::size_t, error_code&) { return append(part); }
  bool on_string(std::string_view part, std::size_t, error_code&) {
    append(part);
    return push(std::exchange(string_, {}));
  }
  bool on_key(std::string_view part, std::size_t, error_code&) {
    append(part);
    keys_.push_back(std::exchange(string_, {}));
    return true;
  }

  bool on_int64(std::int64_t, std::string_view text, error_code&) { return push_number(text); }
  bool on_uint64(std::uint64_t, std::string_view text, error_code&) { return push_number(text); }
  bool on_double(double, std::string_view text, error_code&) { return push_number(text); }

  bool on_bool(bool value, error_code&) { return push(value); }
  bool on_null(error_code&) { return push(nullptr); }

  // The one value that is left at the end.
  std::variant<Value, Fault> take(std::size_t) { return std::move(values_.front()); }

 private:
  bool append(std::string_view part) {
    string_.append(part);
    return true;
  }
  // Boost also gives an int64 or a double, but only the text is exact. A number with a fraction or
  // an exponent is not an integer, whatever its value (S13b).
  bool push_number(std::string_view parsed) {
    const auto offset = static_cast<std::size_t>(parsed.data() - parsed_.data());
    const std::string_view text = text_.substr(offset, parsed.size());
    return text.find_first_of(".eE") == std::string_view::npos ? push(integer(text))
                                                               : push(Fraction{std::string(text)});
  }
  template <typename T>
  bool push(T data) {
    values_.emplace_back().data = std::move(data);
    return true;
  }

  std::string_view text_;
  std::string_view parsed_;
  std::vector<Value> values_;      // whole values whose array or object is still open
  std::vector<std::string> keys_;  // the keys of the objects among those
  std::string string_;             // the string or key that is being read
};

}  // namespace

std::optional<std::string> repeated_key(std::vector<std::string_view> keys) {
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice == keys.end()) return std::nullopt;
  return fmt::format("the object that ends here holds the key {} twice", utf8::quoted(*twice));
}

// Boost refuses an exponent that does not fit into an int. Here it only matters that there is an
// exponent (S13b). So zeros replace the digits of all exponents, which keeps every offset:
//
//   [1e99999999999,"e9"]    becomes    [1e00000000000,"e9"]
std::string without_exponents(std::string_view text) {
  std::string result(text);
  bool in_string = false;
  bool in_exponent = false;
  for (std::size_t i = 0; i < result.size(); ++i) {
    char& c = result[i];
    if (in_string) {
      i += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (in_exponent && c >= '0' && c <= '9') {
      c = '0';
    } else {
      in_string = c == '"';
      in_exponent = c == 'e' || c == 'E' || (in_exponent && (c == '+' || c == '-'));
    }
  }
  return result;
}

namespace {

// Whether an escape begins at a place of the text, and is the first or the second half of a pair.
bool is_half(std::string_view text, std::size_t at, std::string_view digits) {
  return at + 6 <= text.size() && text.substr(at, 2) == "\\u" && (text[at + 2] | 0x20) == 'd' &&
         digits.find(text[at + 3]) != std::string_view::npos;
}

}  // namespace

std::string reason_of(const error_code& error, std::string_view text, std::size_t end) {
  constexpr std::size_t size = 6;  // of an escape: \ud83d
  constexpr std::string_view high = "89abAB";
  constexpr std::string_view low = "cdefCDEF";
  for (std::size_t at = end; at + 2 * size > end; --at) {
    const bool is_high = is_half(text, at, high) && !is_half(text, at + size, low);
    const bool is_low = is_half(text, at, low) && (at < size || !is_half(text, at - size, high));
    if (is_high || is_low) {
      return fmt::format("the surrogate {} stands alone", text.substr(at, size));
    }
    if (at == 0) break;
  }
  return error.message();
}

std::variant<Value, Fault> parse(std::string_view text) {
  return parse_by<Builder>(text, Utf8::unknown);
}

const Value* find(const Object& object, std::string_view key) {
  for (const auto& [name, value] : object) {
    if (name == key) {
      return &value;
    }
  }
  return nullptr;
}

// S15: Python leaves the printable ASCII characters as they are, except `"` and `\`.
std::string quoted(std::string_view text) {
  static constexpr std::array<std::pair<char32_t, std::string_view>, 7> short_escapes = {{
      {U'"', "\\\""},
      {U'\\', "\\\\"},
      {U'\n', "\\n"},
      {U'\r', "\\r"},
      {U'\t', "\\t"},
      {U'\b', "\\b"},
      {U'\f', "\\f"},
  }};
  const auto escape = [](char32_t unit) {
    return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(unit));
  };

  // Most texts are plain from their first byte to their last.
  const auto is_plain = [](char byte) {
    return 0x20 <= byte && byte < 0x7F && byte != '"' && byte != '\\';
  };

  std::string result = "\"";
  for (std::size_t i = 0; i < text.size();) {
    if (is_plain(text[i])) {
      result += text[i++];
      continue;
    }
    const auto [scalar, size] = utf8::scalar_at(text, i);
    const auto short_escape =
        std::find_if(short_escapes.begin(), short_escapes.end(),
                     [value = scalar](const auto& entry) { return entry.first == value; });
    if (short_escape != short_escapes.end()) {
      result += short_escape->second;
    } else if (scalar < 0x10000) {
      result += escape(scalar);
    } else {
      result += escape(0xD800 + ((scalar - 0x10000) >> 10));
      result += escape(0xDC00 + ((scalar - 0x10000) & 0x3FF));
    }
    i += size;
  }
  return result + "\"";
}

std::string quoted_list(std::span<const std::string> texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ",") + json::quoted(text);
  return "[" + list + "]";
}

}  // namespace bpetite::json
