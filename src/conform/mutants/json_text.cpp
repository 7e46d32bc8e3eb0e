// Changes JSON texts without parsing them: cuts a text into strings, signs and the parts between.
#include "conform/mutants/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/json.hpp"

namespace bpetite::conform::mutants::json_text {
namespace {

constexpr std::string_view signs = "{}[],:";
constexpr std::string_view blanks = " \t\r\n";

// `{"a": 01}` is {  "a"  :  01  }. White space and comments are dropped. A string ends with the
// kind of quote that it begins with.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  while (!text.empty()) {
    std::size_t size = 1;
    if (blanks.find(text.front()) != std::string_view::npos) {
      text.remove_prefix(1);
      continue;
    }
    if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
      continue;
    }
    if (text.front() == '"' || text.front() == '\'') {
      while (size < text.size() && text[size] != text.front()) {
        size += text[size] == '\\' ? 2U : 1U;
      }
      size = std::min(size + 1, text.size());
    } else if (signs.find(text.front()) == std::string_view::npos) {
      size = std::min(text.find_first_of("{}[],:\"' \t\r\n"), text.size());
    }
    tokens.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return tokens;
}

bool opens(std::string_view token) { return token == "{" || token == "["; }
bool closes(std::string_view token) { return token == "}" || token == "]"; }

// The number in JSON's form, or the token itself if it is not a number.
std::string number_of(std::string_view token) {
  std::string_view digits = token.substr(token.starts_with('+') ? 1 : 0);
  const bool hex = digits.starts_with("0x");
  digits.remove_prefix(hex ? 2 : 0);
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  return whole ? fmt::format("{}", number) : std::string(token);
}

// Makes keys unique: the key, a character that keys do not have, and a number.
constexpr char mark = '\x01';
std::string numbered(std::string_view key, std::size_t number) {
  return fmt::format("{}\\u0001{}\"", key.substr(0, key.size() - 1), number);
}

json::Object without_repeats(json::Object object, bool first) {
  json::Object kept;
  std::unordered_map<std::string, std::size_t> places;
  for (auto& [key, value] : object) {
    key.resize(std::min(key.rfind(mark), key.size()));
    const auto [place, is_new] = places.try_emplace(key, kept.size());
    if (is_new) {
      kept.push_back({key, std::move(value)});
    } else if (!first) {
      kept[place->second].value = std::move(value);
    }
  }
  return kept;
}

// All objects of a parsed document, inner objects after outer ones.
std::vector<json::Object*> objects_in(json::Value& root) {
  std::vector<json::Value*> values{&root};
  std::vector<json::Object*> objects;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (auto* array = std::get_if<json::Array>(&values[i]->data)) {
      for (json::Value& value : *array) values.push_back(&value);
    } else if (auto* object = std::get_if<json::Object>(&values[i]->data)) {
      objects.push_back(object);
      for (auto& [key, value] : *object) values.push_back(&value);
    }
  }
  return objects;
}

}  // namespace

std::string_view first_value(std::string_view text) {
  std::size_t depth = 0;
  for (const std::string_view token : tokens_of(text)) {
    depth += opens(token) ? 1U : 0U;
    if (!closes(token)) continue;
    if (depth < 2) {
      return text.substr(0, static_cast<std::size_t>(token.data() - text.data()) + 1);
    }
    --depth;
  }
  return text;
}

std::string closed(std::string_view text) {
  std::string brackets;
  std::string_view last;
  for (const std::string_view token : tokens_of(text)) {
    if (opens(token)) brackets += token == "{" ? '}' : ']';
    if (closes(token) && !brackets.empty()) brackets.pop_back();
    last = token;
  }
  if (last.empty()) {
    return "{}";
  }
  // Also removes a string, a comma or a colon that is cut off at the end.
  std::string result(text);
  if (last.starts_with('"') && (last.size() == 1 || !last.ends_with('"'))) result += '"';
  if (last == ",") result.pop_back();
  if (last == ":") result += "null";
  std::reverse(brackets.begin(), brackets.end());
  return result + brackets;
}

std::string relaxed(std::string_view text) {
  const std::vector<std::string_view> tokens = tokens_of(text);
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view token = tokens[i];
    if (token == "," && i + 1 < tokens.size() && closes(tokens[i + 1])) continue;
    if (token.front() == '\'') {
      result += fmt::format("\"{}\"", token.substr(1, std::max<std::size_t>(token.size(), 2) - 2));
    } else {
      result += number_of(token);
    }
    result += ' ';
  }
  return result;
}

std::string one_of_each_key(std::string_view text, bool first) {
  const std::vector<std::string_view> tokens = tokens_of(text);
  std::string unique;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_key = i + 1 < tokens.size() && tokens[i + 1] == ":" && tokens[i].ends_with('"');
    unique += is_key ? numbered(tokens[i], i) : std::string(tokens[i]);
    unique += ' ';
  }
  auto parsed = json::parse(unique);
  auto* document = std::get_if<json::Value>(&parsed);
  if (document == nullptr) {
    return std::string(text);
  }
  // From the inner objects to the outer ones, since removing a member removes its objects, too.
  std::vector<json::Object*> objects = objects_in(*document);
  std::reverse(objects.begin(), objects.end());
  for (json::Object* object : objects) {
    *object = without_repeats(std::move(*object), first);
  }
  return json::serialize(*document);
}

bool is_sorted(std::string_view text) {
  auto parsed = json::parse(text);
  auto* document = std::get_if<json::Value>(&parsed);
  if (document == nullptr) {
    return true;
  }
  const std::vector<json::Object*> objects = objects_in(*document);
  return std::all_of(objects.begin(), objects.end(), [](const json::Object* object) {
    return std::is_sorted(
        object->begin(), object->end(),
        [](const json::Member& a, const json::Member& b) { return a.key < b.key; });
  });
}

}  // namespace bpetite::conform::mutants::json_text
