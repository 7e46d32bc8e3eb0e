// Reads values out of JSON, makes JSON from values, and writes JSON as text.
#include "support/examples/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>
#include <variant>

namespace bpetite::test {
namespace {

template <typename T>
const T& part(const json::Value& value, const char* kind) {
  const T* found = std::get_if<T>(&value.data);
  if (found == nullptr) {
    throw std::runtime_error(fmt::format("{} is no {}", text_of(value), kind));
  }
  return *found;
}

std::string with_commas(const std::vector<std::string>& members) {
  std::string text;
  for (const std::string& member : members) {
    text += text.empty() ? "" : ",";
    text += member;
  }
  return text;
}

}  // namespace

const std::string& as_string(const json::Value& value) {
  return part<std::string>(value, "string");
}
const json::Array& as_array(const json::Value& value) { return part<json::Array>(value, "array"); }
const json::Object& as_object(const json::Value& value) {
  return part<json::Object>(value, "object");
}
bool as_bool(const json::Value& value) { return part<bool>(value, "true or false"); }

std::uint64_t as_number(const json::Value& value) {
  const auto& integer = part<json::Integer>(value, "integer");
  if (integer.negative || !integer.magnitude) {
    throw std::runtime_error(text_of(value) + " is not below 2^64");
  }
  return *integer.magnitude;
}

TokenId as_id(const json::Value& value) {
  const std::uint64_t number = as_number(value);
  if (number > UINT32_MAX) {
    throw std::runtime_error(text_of(value) + " is no token id");
  }
  return static_cast<TokenId>(number);
}

json::Value value_of(std::string_view text) { return {std::string(text)}; }
json::Value value_of(std::uint64_t number) { return {json::Integer{false, number, ""}}; }
json::Value value_of(bool truth) { return {truth}; }

json::Value value_of(std::span<const TokenId> ids) {
  json::Array array;
  for (const TokenId id : ids) {
    array.push_back(value_of(std::uint64_t{id}));
  }
  return {array};
}

json::Value value_of(std::span<const Pair> pairs) {
  json::Array array;
  for (const auto& [left, right] : pairs) {
    array.push_back(value_of(std::vector<TokenId>{left, right}));
  }
  return {array};
}

std::string text_of(const json::Value& value) {
  if (const auto* truth = std::get_if<bool>(&value.data)) {
    return *truth ? "true" : "false";
  }
  if (const auto* integer = std::get_if<json::Integer>(&value.data)) {
    return integer->magnitude
               ? fmt::format("{}{}", integer->negative ? "-" : "", *integer->magnitude)
               : integer->text;
  }
  if (const auto* fraction = std::get_if<json::Fraction>(&value.data)) {
    return fraction->text;
  }
  if (const auto* text = std::get_if<std::string>(&value.data)) {
    return json::quoted(*text);
  }
  std::vector<std::string> members;
  if (const auto* array = std::get_if<json::Array>(&value.data)) {
    for (const json::Value& element : *array) {
      members.push_back(text_of(element));
    }
    return "[" + with_commas(members) + "]";
  }
  if (const auto* object = std::get_if<json::Object>(&value.data)) {
    for (const auto& [key, element] : *object) {
      members.push_back(fmt::format("{}:{}", json::quoted(key), text_of(element)));
    }
    return "{" + with_commas(members) + "}";
  }
  return "null";
}

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    unsigned byte = 0;
    const std::string_view digits = hex.substr(i, 2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2) {
      throw std::runtime_error(fmt::format("{} is not hex", hex));
    }
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

std::string hex_of_bytes(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += digits[byte / 16];
    hex += digits[byte % 16];
  }
  return hex;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace bpetite::test
