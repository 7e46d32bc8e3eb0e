// Reads JSON with Boost's SAX parser, set up for this project. Handler is the base class of the
// readers, and parse_by runs a reader over a whole document. Also declares what the readers share:
// the fault of a repeated key, the text without exponents that are too large for the parser, and
// the reason why the parser stopped. Only core/json.cpp, json/document.cpp and json/field.cpp
// include this file.
//
//   class Ones : public Handler<std::size_t> { ... };     // counts values that are the integer 1
//   parse_by<Ones>("[1,2,1]", Utf8::unknown)              // 2
#pragma once

#include <boost/json/basic_parser_impl.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/json.hpp"

namespace bpetite::json {

using boost::system::error_code;  // boost::json::error_code is gone in Boost 1.88

// The functions of Boost's concept Handler, for everything that a reader ignores. Each function
// returns whether the parser goes on. A reader adds
//
//   Reader(text, parsed, ...)               the document, and the text that is parsed in its place
//   std::variant<Result, Fault> take(end)   the result, once the parser has come to `end`
template <typename R>
class Handler {
 public:
  using Result = R;

  // The parser sets no limits itself.
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  // The parser has the whole document at once, so the text of a number always comes whole.
  bool on_number_part(std::string_view, error_code&) { return true; }
  bool on_comment_part(std::string_view, error_code&) { return true; }
  bool on_comment(std::string_view, error_code&) { return true; }

  // Why the reader stopped the parser; empty if it did not.
  const std::string& reason() const { return reason_; }

 protected:
  bool refuse(std::string reason, error_code& error) {
    reason_ = std::move(reason);
    error = boost::json::error::syntax;
    return false;
  }

 private:
  std::string reason_;
};

// S13: the fault of an object with these keys, if it holds one of them twice.
std::optional<std::string> repeated_key(std::vector<std::string_view> keys);

// The text with zeros for the digits of exponents (json.cpp).
std::string without_exponents(std::string_view text);

// Why the parser stopped at `end`. It has only "syntax error" for a surrogate that stands alone, as
// in "\ud83d", which people often have where a text was cut.
std::string reason_of(const error_code& error, std::string_view text, std::size_t end);

// Reads a whole document. If an exponent is too large for the parser, the text is read again with
// zeros in its exponents.
template <typename Reader, typename... Arguments>
std::variant<typename Reader::Result, Fault> parse_by(std::string_view text, Utf8 utf8,
                                                      const Arguments&... arguments) {
  std::string stand_in;
  for (std::string_view parsed = text;; parsed = stand_in = without_exponents(text)) {
    boost::json::parse_options options;
    options.max_depth = max_depth;                           // S23
    options.allow_invalid_utf8 = utf8 == Utf8::well_formed;  // then there is none to find
    boost::json::basic_parser<Reader> parser(options, text, parsed, arguments...);

    // Boost stops after the value, without an error if something follows. So the end is checked
    // below.
    error_code error;
    const std::size_t end = parser.write_some(false, parsed.data(), parsed.size(), error);
    if (error == boost::json::error::exponent_overflow && stand_in.empty()) continue;
    if (!parser.handler().reason().empty()) return Fault{end, parser.handler().reason()};
    if (error) return Fault{end, reason_of(error, parsed, end)};
    if (end != parsed.size()) return Fault{end, "data after the value"};
    return parser.handler().take(end);
  }
}

}  // namespace bpetite::json
