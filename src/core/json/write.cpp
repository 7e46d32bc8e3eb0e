// Writes JSON values without white space and in ASCII (serialize). Members keep their order. Also
// makes the values of integers and strings that are to be written.
#include <fmt/format.h>

#include "core/json.hpp"

namespace bpetite::json {
namespace {

void write(std::string& out, const Value& value);

struct Writer {
  std::string& out;

  void operator()(std::nullptr_t) const { out += "null"; }
  void operator()(bool truth) const { out += truth ? "true" : "false"; }
  void operator()(const Integer& integer) const {
    if (!integer.magnitude) {
      out += integer.text;
    } else {
      out.append(integer.negative ? "-" : "").append(fmt::format_int(*integer.magnitude).str());
    }
  }
  void operator()(const Fraction& fraction) const { out += fraction.text; }
  void operator()(const std::string& text) const { out += json::quoted(text); }
  void operator()(const Array& array) const {
    out += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
      out += i == 0 ? "" : ",";
      write(out, array[i]);
    }
    out += ']';
  }
  void operator()(const Object& object) const {
    out += '{';
    for (std::size_t i = 0; i < object.size(); ++i) {
      out += i == 0 ? "" : ",";
      out += json::quoted(object[i].key) + ":";
      write(out, object[i].value);
    }
    out += '}';
  }
};

// The recursion is as deep as the value. parse() limits that to max_depth.
void write(std::string& out, const Value& value) { std::visit(Writer{out}, value.data); }

}  // namespace

std::string serialize(const Value& value) {
  std::string out;
  write(out, value);
  return out;
}

Value integer(std::uint64_t magnitude) { return {Integer{false, magnitude, {}}}; }

Value string(std::string_view text) { return {std::string(text)}; }

}  // namespace bpetite::json
