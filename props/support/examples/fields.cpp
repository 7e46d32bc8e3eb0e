// Parses the fields of an example: each is a key and a JSON value.
#include "support/examples/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

namespace bpetite::test {
namespace {

constexpr std::string_view white = " \t\n";

// How many characters the JSON value at the start of `text` has: to the matching bracket, the
// closing quote, or the next white space.
std::size_t value_length(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (depth == 0 && white.find(c) != std::string_view::npos) {
      return i;
    }
  }
  return text.size();
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

}  // namespace

Fields::Fields(const std::vector<std::string>& lines) {
  const std::string all = joined(lines);
  std::string_view text = all;
  const auto skip_white = [&text] {
    text.remove_prefix(std::min(text.find_first_not_of(white), text.size()));
  };

  for (skip_white(); !text.empty(); skip_white()) {
    const std::string key(text.substr(0, text.find_first_of(white)));
    text.remove_prefix(key.size());
    skip_white();

    const std::string_view source = text.substr(0, value_length(text));
    text.remove_prefix(source.size());
    auto parsed = json::parse(source);
    if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
      throw std::runtime_error(fmt::format("{}: {} is no JSON: {}", key, source, fault->reason));
    }
    if (json::find(fields_, key) != nullptr) {
      throw std::runtime_error(key + " is given twice");
    }
    fields_.push_back({key, std::move(std::get<json::Value>(parsed))});
  }
}

const json::Value* Fields::take(std::string_view key) {
  taken_.emplace(key);
  return json::find(fields_, key);
}

const json::Value& Fields::need(std::string_view key) {
  const json::Value* value = take(key);
  if (value == nullptr) {
    throw std::runtime_error(fmt::format("{} is missing", key));
  }
  return *value;
}

std::string Fields::bytes(const std::string& key) {
  if (const json::Value* hex = take(key + "_hex")) {
    return bytes_of_hex(as_string(*hex));
  }
  return as_string(need(key));
}

std::vector<TokenId> Fields::ids(std::string_view key) {
  std::vector<TokenId> ids;
  for (const json::Value& id : as_array(need(key))) {
    ids.push_back(as_id(id));
  }
  return ids;
}

std::vector<Pair> Fields::pairs(std::string_view key) {
  std::vector<Pair> pairs;
  for (const json::Value& pair : as_array(need(key))) {
    const json::Array& operands = as_array(pair);
    if (operands.size() != 2) {
      throw std::runtime_error(text_of(pair) + " is no pair");
    }
    pairs.push_back({as_id(operands[0]), as_id(operands[1])});
  }
  return pairs;
}

json::Object Fields::remaining() const {
  json::Object remaining;
  for (const json::Member& field : fields_) {
    if (!taken_.contains(field.key)) {
      remaining.push_back(field);
    }
  }
  return remaining;
}

}  // namespace bpetite::test
