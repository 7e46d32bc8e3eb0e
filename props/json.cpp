// Tests the JSON parser of the loader, as a tree of values and as a flat list: integers of any
// length, other numbers, strings of any size, surrogates that stand alone, layouts, repeated keys,
// 500 levels of nesting, and the place of a syntax error. Also tests the strings that the
// serializer writes, the reader of one field of a line, and JSON pointers (spec/07-artifact.md).
#include "core/json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/json/document.hpp"
#include "core/json/pointer.hpp"
#include "core/json/shape.hpp"
#include "core/utf8.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"

using namespace bpetite;
using namespace bpetite::test;

namespace {

// Whether a value of a tree is equal to a node of a flat document.
bool equal_to(const json::Value& value, const json::Node& node) {
  if (static_cast<std::size_t>(node.kind()) != value.data.index()) return false;
  if (const auto* list = std::get_if<json::Array>(&value.data)) {
    const auto nodes = node.elements();
    return std::equal(list->begin(), list->end(), nodes.begin(), nodes.end(),
                      [](const auto& a, const auto& b) { return equal_to(a, b); });
  }
  if (const auto* object = std::get_if<json::Object>(&value.data)) {
    const auto nodes = node.members();
    return std::equal(
        object->begin(), object->end(), nodes.begin(), nodes.end(),
        [](const auto& a, const auto& b) { return a.key == b.key && equal_to(a.value, b.value); });
  }
  if (const auto* text = std::get_if<std::string>(&value.data)) return node.text() == *text;
  if (const auto* integer = std::get_if<json::Integer>(&value.data)) {
    const bool is_small = !integer->negative && integer->magnitude.value_or(~0ULL) < 1ULL << 60;
    return is_small ? node.small_number() == integer->magnitude
                    : !node.small_number() && node.text() == json::serialize(value);
  }
  return true;
}

json::Value parsed(std::string_view text) {
  auto result = json::parse(text);
  const auto* fault = std::get_if<json::Fault>(&result);
  INFO((fault == nullptr ? "" : fmt::format("byte {}: {}", fault->offset, fault->reason)));
  REQUIRE(fault == nullptr);
  for (const json::Utf8 utf8 : {json::Utf8::unknown, json::Utf8::well_formed}) {
    const auto flat = json::parse_document(text, utf8);
    REQUIRE(std::holds_alternative<json::Document>(flat));
    REQUIRE(equal_to(std::get<json::Value>(result), std::get<json::Document>(flat).root()));
  }
  return std::get<json::Value>(std::move(result));
}

json::Fault fault_of(std::string_view text) {
  auto result = json::parse(text);
  INFO(text.substr(0, 80));
  REQUIRE(std::holds_alternative<json::Fault>(result));
  const auto fault = std::get<json::Fault>(std::move(result));
  for (const json::Utf8 utf8 : {json::Utf8::unknown, json::Utf8::well_formed}) {
    const auto flat = json::parse_document(text, utf8);
    REQUIRE(std::holds_alternative<json::Fault>(flat));
    REQUIRE(std::get<json::Fault>(flat).offset == fault.offset);
    REQUIRE(std::get<json::Fault>(flat).reason == fault.reason);
  }
  return fault;
}

// Parses a value as the only element of an array, so that text follows a number as in a file.
json::Value only(const std::string& text) {
  return std::get<json::Array>(parsed("[" + text + "]").data).at(0);
}

rc::Gen<std::string> one_of(std::vector<std::string> texts) {
  return rc::gen::elementOf(std::move(texts));
}

// Random digits without a leading zero. Many have as many digits as 2^63 and 2^64, or one more or
// less.
rc::Gen<std::string> digits() {
  return rc::gen::exec([] {
    const auto size = *number_between<std::size_t>(1, 40);
    std::string text = fmt::format("{}", *number_between(1, 9));
    while (text.size() < size) {
      text += fmt::format("{}", *number_between(0, 9));
    }
    return *one_of({text, text, text, "0", "9223372036854775807", "9223372036854775808",
                    "9223372036854775809", "18446744073709551614", "18446744073709551615",
                    "18446744073709551616"});
  });
}

// A random document with all kinds of values and without repeated keys.
Node any_node(int depth) {
  const int kind = *number_between(0, depth == 0 ? 2 : 4);
  if (kind <= 1) {
    return raw(*one_of({"0", "7", "true", "null", "1.5", "-3", "1e7"}));
  }
  if (kind == 2) {
    return string(std::string(*number_between<std::size_t>(0, 12), 'a') + "\"\\/\n\x7f");
  }
  Node node = kind == 3 ? array({}) : object({});
  const auto size = *number_between<std::size_t>(0, 5);
  for (std::size_t i = 0; i < size; ++i) {
    node.items.push_back(any_node(depth - 1));
    if (kind == 4) {
      node.keys.push_back(fmt::format("key {}", i));
    }
  }
  return node;
}

// Whether the parsed value equals the node. Raw texts of the node are compared by their meaning.
bool same(const json::Value& value, const Node& node) {
  if (node.kind == Node::Kind::array) {
    const auto* list = std::get_if<json::Array>(&value.data);
    return list != nullptr &&
           std::equal(list->begin(), list->end(), node.items.begin(), node.items.end(), same);
  }
  if (node.kind == Node::Kind::object) {
    const auto* members = std::get_if<json::Object>(&value.data);
    if (members == nullptr || members->size() != node.items.size()) {
      return false;
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const auto* found = json::find(*members, node.keys[i]);
      if (found == nullptr || !same(*found, node.items[i])) {
        return false;
      }
    }
    return true;
  }
  if (node.kind == Node::Kind::string) {
    const auto* text = std::get_if<std::string>(&value.data);
    return text != nullptr && *text == node.text;
  }
  if (node.text == "null" || node.text == "true") {
    return value.data.index() == (node.text == "null" ? 0 : 1);
  }
  if (const auto* fraction = std::get_if<json::Fraction>(&value.data)) {
    return fraction->text == node.text;
  }
  const auto* integer = std::get_if<json::Integer>(&value.data);
  return integer != nullptr && integer->negative == node.text.starts_with('-') &&
         fmt::format("{}{}", integer->negative ? "-" : "", integer->magnitude.value()) == node.text;
}

}  // namespace

PROPERTY("S13b S13c", "an integer of any length is an integer, to its last digit") {
  const bool negative = *rc::gen::arbitrary<bool>();
  const std::string magnitude = *digits();
  const std::string text = (negative ? "-" : "") + magnitude;
  const json::Value value = only(text);
  RC_ASSERT(json::is_integer(value));
  const auto& integer = std::get<json::Integer>(value.data);

  const std::string limit = "18446744073709551615";
  const bool fits =
      magnitude.size() < limit.size() || (magnitude.size() == limit.size() && magnitude <= limit);
  RC_ASSERT(integer.negative == (negative && magnitude != "0"));
  RC_ASSERT(integer.magnitude.has_value() == fits);
  if (fits) {
    RC_ASSERT(fmt::format("{}", *integer.magnitude) == magnitude);
  } else {
    RC_ASSERT(integer.text == text);
  }
  RC_CLASSIFY(fits, "fits in 64 bits");
  RC_CLASSIFY(negative, "negative");
}

PROPERTY("S13b", "a number with a fraction or an exponent is not an integer, whatever its value") {
  const std::string whole = (*rc::gen::arbitrary<bool>() ? "-" : "") + *digits();
  const std::string exponent = *one_of({"e", "E", "e+", "e-", "E-"}) +
                               std::string(*number_between<std::size_t>(0, 3), '0') + *digits();
  const std::string fraction = "." + *digits();
  const std::string text =
      *one_of({whole + fraction, whole + exponent, whole + fraction + exponent});
  const json::Value value = only(text);
  RC_ASSERT(std::holds_alternative<json::Fraction>(value.data));
  RC_ASSERT(std::get<json::Fraction>(value.data).text == text);
  RC_CLASSIFY(exponent.size() > 12, "an exponent beyond 32 bits");
}

CLAUSE_TEST("S13b", "minus zero is zero, and strings may look like exponents") {
  CHECK(std::get<json::Fraction>(only("12e99999999999").data).text.starts_with("12e"));
  REQUIRE_FALSE(std::get<json::Integer>(only("-0").data).negative);
  REQUIRE(std::get<json::Integer>(only("-0").data).magnitude == 0U);
  REQUIRE(std::holds_alternative<json::Fraction>(only("-0.0").data));

  // The parser's library has a limit on exponents, which bpetite avoids. Strings that look like
  // exponents must not change.
  const json::Value value =
      parsed(R"({"1e9\"9":[1e99999999999,"e12\\",true,"E-345",-7e-99999999999,678]})");
  const auto& member = std::get<json::Object>(value.data).at(0);
  const auto& list = std::get<json::Array>(member.value.data);
  REQUIRE(member.key == "1e9\"9");
  REQUIRE(std::get<json::Fraction>(list.at(0).data).text == "1e99999999999");
  REQUIRE(std::get<std::string>(list.at(1).data) == "e12\\");
  REQUIRE(std::get<std::string>(list.at(3).data) == "E-345");
  REQUIRE(std::get<json::Fraction>(list.at(4).data).text == "-7e-99999999999");
  REQUIRE(std::get<json::Integer>(list.at(5).data).magnitude == 678U);
}

CLAUSE_TEST("S13d FR-29b", "a surrogate that stands alone is called so, and nothing else is") {
  for (const std::string_view text :
       {R"("a\ud83d")", R"("\ud83d\ud83d")", R"("\udc00")", R"("\uD83Dx")", R"("a\uDbFf\n")",
        R"(["\ud83d\u0041"])", R"({"\udFFF":1})"}) {
    CHECK_THAT(fault_of(text).reason, Catch::Matchers::StartsWith("the surrogate \\u") &&
                                          Catch::Matchers::EndsWith(" stands alone"));
  }
  for (const std::string_view text :
       {R"("\ud83d\udc4d)", R"(["\ud83d\udc4d" x])", R"("\ud83d\udc4d"x)", R"("\ue000)",
        R"("\ud7ff)", R"("\ud8")", "", "["}) {
    CHECK(fault_of(text).reason.find("surrogate") == std::string::npos);
  }
}

CLAUSE_TEST("S13a", "a string may have any size") {
  constexpr std::size_t limit = json::words::size_limit;  // of those that are kept in one word
  for (const std::size_t size : {limit - 1, limit, limit + 1}) {
    const std::string text(size, 'a');
    const json::Value document = parsed("[\"" + text + "\",5]");
    REQUIRE(std::get<std::string>(std::get<json::Array>(document.data).at(0).data) == text);
  }
}

PROPERTY("S13a", "a document means the same in every layout") {
  const Node node = any_node(4);
  const auto layout = *rc::gen::arbitrary<std::uint64_t>();
  const std::string text = render(node, layout);
  RC_ASSERT(same(parsed(text), node));
  RC_CLASSIFY(text.size() > 100, "over 100 bytes");
}

PROPERTY("S15", "a quoted string is ASCII and reads back as itself") {
  // The text is repeated, so that escapes cross the end of the parser's 4 KiB buffer at many
  // places.
  std::string text = *any_text();
  const auto times = *number_between<std::size_t>(1, 200);
  const std::string once = text;
  for (std::size_t i = 1; i < times && text.size() < 20000; ++i) {
    text += once;
  }
  const std::string quoted = json::quoted(text);
  RC_ASSERT(
      std::all_of(quoted.begin(), quoted.end(), [](char c) { return c >= ' ' && c < '\x7f'; }));
  RC_ASSERT(std::get<std::string>(parsed(quoted).data) == text);
  RC_ASSERT(std::get<json::Object>(parsed("{" + quoted + ":0}").data).at(0).key == text);
  RC_CLASSIFY(quoted.size() > 4096, "longer than the parser's buffer");
}

CLAUSE_TEST("S15", "strings are quoted as Python's json.dumps does, scalar by scalar") {
  REQUIRE(json::quoted("\"\\/\b\f\n\r\t\x01\x7f~") == R"("\"\\/\b\f\n\r\t\u0001\u007f~")");
  REQUIRE(json::quoted("é€😀") == R"("\u00e9\u20ac\ud83d\ude00")");

  // FNV-1a over json.dumps(chr(scalar)) for all 1,112,064 scalars, computed by Python 3.11.
  std::uint64_t hash = 14695981039346656037U;
  for (char32_t scalar = 0; scalar <= 0x10FFFF; ++scalar) {
    if (scalar < 0xD800 || scalar > 0xDFFF) {
      std::string text;
      utf8::append(text, scalar);
      for (const char c : json::quoted(text)) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
      }
    }
  }
  REQUIRE(hash == 15606801693499187364U);
}

CLAUSE_TEST("S23", "500 levels are judged, 501 are a fault") {
  const auto nested = [](std::string_view open, std::string_view close, std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) {
      text += open;
    }
    text += open.back() == ':' ? "0" : "";
    for (std::size_t i = 0; i < depth; ++i) {
      text += close;
    }
    return text;
  };
  for (const std::size_t depth : {std::size_t{1}, json::max_depth - 1, json::max_depth}) {
    REQUIRE(std::holds_alternative<json::Array>(parsed(nested("[", "]", depth)).data));
    REQUIRE(std::holds_alternative<json::Object>(parsed(nested("{\"\":", "}", depth)).data));
  }
  for (const std::size_t depth : {json::max_depth + 1, json::max_depth * 1000}) {
    REQUIRE(fault_of(nested("[", "]", depth)).offset == json::max_depth);
    REQUIRE(fault_of(nested("{\"\":", "}", depth)).offset == 4 * json::max_depth);
  }
  // Arrays and objects both count as levels: 250 of each are allowed.
  REQUIRE(json::max_depth % 2 == 0);
  REQUIRE(std::holds_alternative<json::Array>(parsed(nested("[{\"\":", "}]", 250)).data));
  REQUIRE(fault_of("[" + nested("[{\"\":", "}]", 250) + "]").offset == 1 + 5 * 249 + 1);
  // Values beside each other do not add a level.
  REQUIRE(
      std::holds_alternative<json::Array>(parsed("[" + nested("[],", "", 1000) + "[]" + "]").data));
}

CLAUSE_TEST("S13d", "a fault of syntax is found where it is") {
  REQUIRE(fault_of("").offset == 0);
  REQUIRE(fault_of("[1] x").offset == 4);
  REQUIRE(fault_of("[1,]").offset == 3);
  REQUIRE(fault_of("[NaN]").offset == 1);
  REQUIRE(fault_of("\xef\xbb\xbf[]").offset == 0);
  REQUIRE(fault_of("[1e99999999999,x]").offset == 15);
  REQUIRE(fault_of("12e99999999999 x").offset == 15);
  REQUIRE(fault_of(R"({"a":1,"\u0061":2})").offset == 17);
  REQUIRE(fault_of(R"({"a":1,"\u0061":2})").reason ==
          R"(the object that ends here holds the key "a" twice)");
}

CLAUSE_TEST("S13d", "a key of thousands that occurs twice is a fault too") {
  std::string text = "{";
  for (int i = 0; i < 3000; ++i) text += fmt::format("\"k{}\":{},", i, i);
  REQUIRE(std::holds_alternative<json::Object>(parsed(text + R"("k3000":0})").data));
  REQUIRE(fault_of(text + R"("\u006b1":0})").reason ==
          R"(the object that ends here holds the key "k1" twice)");
}

PROPERTY("S13d", "a key that occurs twice is a fault, however it is escaped and wherever it is") {
  Node node = any_node(3);
  std::vector<std::pair<std::string, Node>> members;
  const auto size = *number_between<std::size_t>(2, 12);
  for (std::size_t i = 0; i < size; ++i) {
    members.emplace_back(fmt::format("k{}", i), any_node(1));
  }
  const bool repeat = *rc::gen::arbitrary<bool>();
  if (repeat) {
    members.back().first = members.at(*number_between<std::size_t>(0, size - 2)).first;
  }
  node = array({node, object(std::move(members)), raw("1")});
  const std::string text = render(node, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(std::holds_alternative<json::Fault>(json::parse(text)) == repeat);
  RC_CLASSIFY(repeat, "repeated");
}

PROPERTY("S41c S41d", "the field of a line is the string that the whole document has there") {
  std::vector<std::pair<std::string, Node>> members;
  const auto size = *number_between<std::size_t>(0, 6);
  for (std::size_t i = 0; i < size; ++i) {
    members.emplace_back(fmt::format("k{}", i), any_node(2));
  }
  const auto kind = *number_between<int>(0, 4);
  if (kind > 0) {
    const std::string literal = *one_of({"true", "18446744073709551615", "-1", "0.5", "null"});
    const Node value = kind == 1   ? any_node(2)
                       : kind == 2 ? raw(literal)
                                   : raw(json::quoted(*any_text()));
    const auto place = *number_between<std::size_t>(0, size);
    members.insert(members.begin() + static_cast<std::ptrdiff_t>(place), {"text", value});
  }
  const std::string line = render(object(std::move(members)), *rc::gen::arbitrary<std::uint64_t>());

  const json::Value document = parsed(line);
  const auto& object = std::get<json::Object>(document.data);
  const json::Value* const value = json::find(object, "text");
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
  const auto found = json::string_field(line, "text");
  if (text != nullptr) {
    RC_ASSERT(std::get<std::string>(found) == *text);
  } else {
    RC_ASSERT(std::holds_alternative<json::Fault>(found));
  }
  RC_CLASSIFY(text != nullptr, "a string");
  RC_CLASSIFY(value == nullptr, "no field");
}

// RFC 6901: ~0 stands for ~, and ~1 for /.
PROPERTY("S50b", "a JSON pointer leads to its value") {
  const std::vector<std::string> keys = *rc::gen::container<std::vector<std::string>>(
      4, one_of({"~", "/", "~1", "~0/", "a", "\u00e9~"}));
  std::string text = "1";
  std::string wanted;
  for (std::size_t i = keys.size(); i-- > 0;) text = fmt::format("{{\"{}\":{}}}", keys[i], text);
  const auto parsed = json::parse_document(text, json::Utf8::unknown);
  json::Field field(std::get<json::Document>(parsed).root(), "file", "S50b");
  for (const std::string& key : keys) field = field[key];
  std::vector<std::string> parts;
  for (const char c : field.pointer()) {
    if (c == '/') {
      parts.emplace_back();
    } else if (!parts.back().empty() && parts.back().back() == '~' && (c == '0' || c == '1')) {
      parts.back().back() = c == '0' ? '\x01' : '/';  // \x01: a ~ that is read
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) std::ranges::replace(part, '\x01', '~');
  RC_ASSERT(parts == keys);
}

CLAUSE_TEST("S50b", "the error of a value has its place, the value, and what is required") {
  const std::string digits(50, '9');
  const std::string key(61, 'k');
  const std::string text = fmt::format(
      R"({{"a/~":[null,true,false,7,-7,1152921504606846976,-{0},{0},1.5,"\n","{1}",[],{{}}],)"
      R"("{2}":0}})",
      digits, std::string(201, 'x'), key);
  const auto parsed = json::parse_document(text, json::Utf8::unknown);
  const json::Field root(std::get<json::Document>(parsed).root(), "file", "S50b");
  const std::vector<std::string> values = {"null",
                                           "true",
                                           "false",
                                           "7",
                                           "-7",
                                           "1152921504606846976",
                                           "-" + digits.substr(0, 39),
                                           digits.substr(0, 40),
                                           "a fraction",
                                           "\"\\n\"",
                                           "\"" + std::string(200, 'x') + "\"...",
                                           "an array",
                                           "an object"};
  std::size_t number = 0;
  for (const json::Field& value : root["a/~"].elements()) {
    CHECK(
        error_of([&] { value.refuse("required X"); }) ==
        fmt::format("ValueError: file: /a~1~0/{}: {} is not carried: required X [S50b, chapter 16]",
                    number, values.at(number)));
    ++number;
  }
  CHECK(number == values.size());
  CHECK(error_of([&] { root["b"].refuse("required X"); }) ==
        "ValueError: file: /b: the field is missing: required X [S50b, chapter 16]");
  CHECK(error_of([&] { root["b"].miss(); }) == "KeyError: file: /b: missing [S50b, chapter 16]");
  CHECK(error_of([&] { root.fail("", "bad", "S40b"); }) ==
        "ValueError: file: the whole document: bad [S40b, chapter 12]");
  CHECK(error_of([&] { root.fail("/x", "bad", "S40b"); }) ==
        "ValueError: file: /x: bad [S40b, chapter 12]");
  CHECK(root[key].pointer() == "/" + key.substr(0, 60));
  const auto names = std::to_array<std::string_view>({"a/~", "b", "c"});
  CHECK(
      error_of([&] { json::require_members(root, names); }) ==
      fmt::format(
          "ValueError: file: /{}: 0 is not carried: required none but a/~, b, c [S50b, chapter 16]",
          key.substr(0, 60)));
  CHECK(json::one_of(names) == "one of a/~, b, c");

  const json::Field made(root.node(), "file", "S50b", "/made");
  CHECK(made["b"].pointer() == "/made");
  CHECK((*made["a/~"].elements().begin()).pointer() == "/made");
}
