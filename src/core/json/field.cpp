// Reads the string in one field of a JSON object (string_field), and checks that the rest is JSON
// without keeping it. Of the text, only this string and one key at a time are kept. A text that is
// not an object, a missing or repeated field, or a value that is not a string, is a fault.
//
//   {"id":7,"meta":{"text":"no"},"text":"yes"}     field "text": yes
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/json.hpp"
#include "core/json/parser.hpp"
#include "core/utf8.hpp"

namespace bpetite::json {
namespace {

class FieldFinder : public Handler<std::string> {
 public:
  FieldFinder(std::string_view, std::string_view, std::string_view field) : field_(field) {}

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

  bool on_int64(std::int64_t, std::string_view, error_code& error) { return other(error); }
  bool on_uint64(std::uint64_t, std::string_view, error_code& error) { return other(error); }
  bool on_double(double, std::string_view, error_code& error) { return other(error); }
  bool on_bool(bool, error_code& error) { return other(error); }
  bool on_null(error_code& error) { return other(error); }

  std::variant<std::string, Fault> take(std::size_t end) {
    if (!text_) return Fault{end, fmt::format("no field {}", utf8::quoted(field_))};
    return std::move(*text_);
  }

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
  // A value that is not a string. It does not matter, unless a string is required here.
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

  std::string_view field_;
  std::size_t depth_ = 0;  // of arrays and objects
  std::string key_;
  bool wanted_ = false;  // the next value is that of the field
  std::optional<std::string> text_;
};

}  // namespace

std::variant<std::string, Fault> string_field(std::string_view object, std::string_view field,
                                              Utf8 utf8) {
  return parse_by<FieldFinder>(object, utf8, field);
}

}  // namespace bpetite::json
