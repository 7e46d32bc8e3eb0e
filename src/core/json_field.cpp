// One string out of an object, keeping nothing else of it: memory follows the string alone.
//
//   {"id":7,"meta":{"text":"no"},"text":"yes"}     field "text": yes
#include <fmt/format.h>

#include <boost/json/basic_parser_impl.hpp>
#include <optional>
#include <utility>

#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::json {
namespace {

using boost::json::error_code;

// What Boost's parser calls (its concept Handler). Each function returns whether to go on.
class FieldFinder {
 public:
  explicit FieldFinder(std::string_view field) : field_(field) {}

  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_array_begin(error_code& error) { return begin(false, error); }
  bool on_array_end(std::size_t, error_code&) { return end(); }
  bool on_object_begin(error_code& error) { return begin(true, error); }
  bool on_object_end(std::size_t, error_code&) { return end(); }

  bool on_key_part(std::string_view part, std::size_t, error_code&) { return keep_key(part); }
  bool on_key(std::string_view part, std::size_t, error_code& error) {
    keep_key(part);
    wanted_ = depth_ == 1 && key_ == field_;
    key_.clear();
    return !wanted_ || !text_ || refuse("the field is there twice", error);
  }
  bool on_string_part(std::string_view part, std::size_t, error_code&) { return keep_text(part); }
  bool on_string(std::string_view part, std::size_t, error_code& error) {
    if (depth_ == 0) return other(error);
    keep_text(part);
    wanted_ = false;
    return true;
  }

  bool on_number_part(std::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t, std::string_view, error_code& error) { return other(error); }
  bool on_uint64(std::uint64_t, std::string_view, error_code& error) { return other(error); }
  bool on_double(double, std::string_view, error_code& error) { return other(error); }
  bool on_bool(bool, error_code& error) { return other(error); }
  bool on_null(error_code& error) { return other(error); }
  bool on_comment_part(std::string_view, error_code&) { return true; }
  bool on_comment(std::string_view, error_code&) { return true; }

  std::optional<std::string>& text() { return text_; }
  // Why the parser was stopped; empty if it was not.
  std::string_view reason() const { return reason_; }

 private:
  bool begin(bool object, error_code& error) {
    if (wanted_ || (depth_ == 0 && !object)) return other(error);
    ++depth_;
    return true;
  }
  bool end() {
    --depth_;
    return true;
  }
  // A value that is no string: nothing to us, unless a string was required.
  bool other(error_code& error) {
    if (depth_ == 0) return refuse("no object", error);
    return !wanted_ || refuse("the field holds no string", error);
  }
  bool keep_key(std::string_view part) {
    if (depth_ == 1) key_.append(part);
    return true;
  }
  bool keep_text(std::string_view part) {
    if (wanted_ && !text_) text_.emplace();
    if (wanted_) text_->append(part);
    return true;
  }
  bool refuse(std::string_view reason, error_code& error) {
    reason_ = reason;
    error = boost::json::error::syntax;
    return false;
  }

  std::string_view field_;
  std::size_t depth_ = 0;  // of arrays and objects
  std::string key_;
  bool wanted_ = false;  // the next value is that of the field
  std::optional<std::string> text_;
  std::string_view reason_;
};

// Nothing if an exponent is too large for the parser.
std::optional<std::variant<std::string, Fault>> field_of(std::string_view text,
                                                         std::string_view field) {
  boost::json::parse_options options;
  options.max_depth = max_depth;  // S23
  boost::json::basic_parser<FieldFinder> parser(options, field);
  error_code error;
  const std::size_t end = parser.write_some(false, text.data(), text.size(), error);
  if (error == boost::json::error::exponent_overflow) return std::nullopt;
  FieldFinder& finder = parser.handler();
  if (!finder.reason().empty()) return Fault{end, std::string(finder.reason())};
  if (error) return Fault{end, error.message()};
  if (end != text.size()) return Fault{end, "data after the value"};
  if (!finder.text()) return Fault{end, fmt::format("no field {}", utf8::quoted(field))};
  return std::move(*finder.text());
}

}  // namespace

std::variant<std::string, Fault> string_field(std::string_view object, std::string_view field) {
  auto result = field_of(object, field);
  if (!result) result = field_of(without_exponents(object), field);
  return std::move(result).value();
}

}  // namespace bpetite::json
