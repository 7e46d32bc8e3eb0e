// Reads faulty artifacts (files of saved tokenizers) as loaders do that are too lenient: past the
// fault, as if the artifact were right. There is one function for each kind of leniency. Those in
// json_text change the text of the file; is_sorted only says whether its keys are sorted. Those in
// lax change the parsed document. Helpers of lax find, set and check members of the document,
// compute the right document for its merges (as_it_should_be), and put right values in place of
// faulty ones (corrected, with_entries).
#include "conform/faults/lax_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "artifact/artifact.hpp"
#include "conform/program/tokenizer_parts.hpp"
#include "conform/suite/judged_profile.hpp"
#include "core/json.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"

// A text is not parsed. It is cut into strings, signs, and the parts between them.
namespace bpetite::conform::faults::json_text {
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
      size = std::min(text.substr(0, size).find("//"), size);
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

// All objects of a parsed document. An outer object comes before the objects in it.
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
  // Goes from the inner objects to the outer ones, because removing a member also removes its
  // objects.
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

}  // namespace bpetite::conform::faults::json_text

namespace bpetite::conform::faults::lax {

using json::Array;
using json::Integer;
using json::is_integer;
using json::Object;
using json::Value;

namespace {

// The document of a saved table. A lax loader takes its members in place of faulty ones.
Object canonical(const Table& table) {
  auto document = std::get<Value>(json::parse(artifact::serialize(table)));
  return std::get<Object>(std::move(document.data));
}

// The merges, or nullopt if a step before 15 refuses them. The other members of the document may be
// faulty.
std::optional<std::vector<Pair>> merges_of(Object& document) {
  const auto* list = as<Array>(document, "merges");
  if (list == nullptr) return std::nullopt;
  std::vector<Pair> merges;
  for (const Value& merge : *list) {
    const auto* pair = std::get_if<Array>(&merge.data);
    if (pair == nullptr || pair->size() != 2) return std::nullopt;
    const auto left = number_of((*pair)[0]);
    const auto right = number_of((*pair)[1]);
    const std::size_t token = 256 + merges.size();
    if (!left || !right || *left >= token || *right >= token) return std::nullopt;
    merges.push_back({static_cast<TokenId>(*left), static_cast<TokenId>(*right)});
  }
  return merges;
}

// A key as Python's int() reads it: with signs, blanks, leading zeros, underscores, and the
// digits of two other scripts.
std::string loose_id(std::string_view key) {
  std::string digits;
  program::require_well_formed(key);
  for (std::size_t at = 0; at < key.size();) {
    const auto [scalar, size] = utf8::scalar_at(key, at);
    at += size;
    if (scalar >= U'0' && scalar <= U'9') digits += static_cast<char>(scalar);
    if (scalar >= 0x0660 && scalar <= 0x0669) digits += static_cast<char>('0' + (scalar - 0x0660));
    if (scalar >= 0xFF10 && scalar <= 0xFF19) digits += static_cast<char>('0' + (scalar - 0xFF10));
    if (scalar > 0x7F || std::string_view("0123456789+-_ \n\t").find(static_cast<char>(scalar)) ==
                             std::string_view::npos) {
      if (digits.empty() || scalar < 0x80) return std::string(key);
    }
  }
  digits.erase(0,
               std::min(digits.find_first_not_of('0'), digits.size() - (digits.empty() ? 0 : 1)));
  return digits.empty() ? std::string(key) : digits;
}

// Bytes in various forms: 0, "\u0000", [[0]], [256], [-1], ["1"].
Value loose_bytes(Value value) {
  if (is_integer(value)) return {Array{std::move(value)}};
  if (const auto* text = std::get_if<std::string>(&value.data)) {
    Array bytes;
    for (const char c : *text) bytes.push_back(json::integer(static_cast<unsigned char>(c)));
    return {std::move(bytes)};
  }
  auto* list = std::get_if<Array>(&value.data);
  if (list == nullptr) return value;
  for (Value& byte : *list) {
    if (auto* nested = std::get_if<Array>(&byte.data); nested != nullptr && nested->size() == 1) {
      byte = Value(nested->front());
    }
    if (const auto* text = std::get_if<std::string>(&byte.data);
        text != nullptr && text->size() == 1) {
      byte = json::integer(static_cast<std::uint64_t>(text->front() - '0') & 0xFFU);
    }
    if (auto* integer = std::get_if<Integer>(&byte.data)) {
      *integer = {false, integer->magnitude.value_or(0) % 256, {}};
    }
  }
  return value;
}

}  // namespace

Value* member(Object& object, std::string_view key) {
  const auto found = std::find_if(object.begin(), object.end(),
                                  [&](const json::Member& each) { return each.key == key; });
  return found == object.end() ? nullptr : &found->value;
}

void put(Object& object, std::string_view key, Value value) {
  if (Value* there = member(object, key)) {
    *there = std::move(value);
  } else {
    object.push_back({std::string(key), std::move(value)});
  }
}

std::optional<std::uint64_t> number_of(const Value& value) {
  const auto* integer = std::get_if<Integer>(&value.data);
  return integer == nullptr || integer->negative ? std::nullopt : integer->magnitude;
}

bool is_bytes(const Value* value) {
  const auto* list = value == nullptr ? nullptr : std::get_if<Array>(&value->data);
  return list != nullptr && std::all_of(list->begin(), list->end(), [](const Value& byte) {
           return number_of(byte) && *number_of(byte) < 256;
         });
}

std::optional<Object> as_it_should_be(Object& document) {
  const auto merges = merges_of(document);
  return merges ? std::optional(canonical(suite::judged_table(*merges))) : std::nullopt;
}

Object corrected(Object document, std::string_view field,
                 const std::function<bool(const Value& there)>& fault) {
  const Value* there = member(document, field);
  if (there != nullptr && fault(*there)) {
    if (auto right = as_it_should_be(document)) put(document, field, *member(*right, field));
  }
  return document;
}

Object with_entries(Object document, const EntryFault& fault) {
  auto* vocab = as<Object>(document, "vocab");
  auto right = as_it_should_be(document);
  if (vocab == nullptr || !right) return document;
  const auto& entries = std::get<Object>(json::find(*right, "vocab")->data);
  const std::uint64_t mergeable = entries.size() - 1;

  std::unordered_map<std::string, Value*> there;
  for (auto& [key, value] : *vocab) there.emplace(key, &value);
  Object missing;
  for (const auto& [key, value] : entries) {
    const auto found = there.find(key);
    Value* const entry = found == there.end() ? nullptr : found->second;
    if (!fault(*artifact::id_of(key), mergeable, entry)) continue;
    if (entry != nullptr) {
      *entry = value;
    } else {
      missing.push_back({key, value});
    }
  }
  vocab->insert(vocab->end(), missing.begin(), missing.end());
  return document;
}

Object with_merges_reshaped(Object document) {
  Value* field = member(document, "merges");
  if (field == nullptr) return document;
  if (const auto* object = std::get_if<Object>(&field->data)) {
    Array list;
    for (const auto& [key, value] : *object) list.push_back(value);
    *field = {std::move(list)};
  }
  if (auto* text = std::get_if<std::string>(&field->data)) {
    *field = {Array{json::string(*text)}};
  }
  auto* list = std::get_if<Array>(&field->data);
  if (list == nullptr) return document;
  if (list->size() == 2 && is_integer((*list)[0])) *list = {{Array(*list)}};
  for (Value& merge : *list) {
    if (const auto* text = std::get_if<std::string>(&merge.data);
        text != nullptr && text->size() == 3) {
      merge = {Array{json::string(text->substr(0, 1)), json::string(text->substr(2))}};
    }
    auto* pair = std::get_if<Array>(&merge.data);
    if (pair == nullptr) continue;
    if (pair->size() > 2) pair->resize(2);
    for (Value& operand : *pair) {
      if (const auto* text = std::get_if<std::string>(&operand.data);
          text != nullptr && text->size() == 1) {
        operand = json::integer(static_cast<unsigned char>(text->front()));
      } else if (auto* integer = std::get_if<Integer>(&operand.data)) {
        integer->negative = false;
      }
    }
  }
  return document;
}

Object with_loose_ids(Object document) {
  if (auto* vocab = as<Object>(document, "vocab")) {
    for (auto& [key, value] : *vocab) {
      std::string id = loose_id(key);
      if (id == key || member(*vocab, id) == nullptr) key = std::move(id);
    }
  }
  return document;
}

Object with_loose_bytes(Object document) {
  if (auto* vocab = as<Object>(document, "vocab")) {
    for (auto& [key, value] : *vocab) value = loose_bytes(std::move(value));
  }
  return document;
}

Object with_operands_bounded(Object document) {
  auto* merges = as<Array>(document, "merges");
  if (merges == nullptr) return document;
  std::vector<std::uint64_t> mended;
  for (std::size_t rank = 0; rank < merges->size(); ++rank) {
    auto* pair = std::get_if<Array>(&(*merges)[rank].data);
    if (pair == nullptr) return document;
    for (Value& operand : *pair) {
      const auto* integer = std::get_if<Integer>(&operand.data);
      const bool later = integer != nullptr && !integer->negative &&
                         integer->magnitude.value_or(UINT64_MAX) >= 256 + rank;
      if (!later) continue;
      operand = json::integer(0xC0);
      mended.push_back(256 + rank);
    }
  }
  return with_entries(std::move(document), [mended](std::uint64_t id, auto, const Value*) {
    return std::find(mended.begin(), mended.end(), id) != mended.end();
  });
}

Object with_specials_replaced(Object document) {
  if (auto right = as_it_should_be(document)) {
    if (member(document, "special_tokens") != nullptr) {
      put(document, "special_tokens", *member(*right, "special_tokens"));
    }
  }
  return with_entries(std::move(document),
                      [](std::uint64_t id, std::uint64_t mergeable, const Value* there) {
                        return id == mergeable && (there == nullptr || is_bytes(there));
                      });
}

Object without_ids_above(Object document) {
  auto* vocab = as<Object>(document, "vocab");
  const auto merges = merges_of(document);
  if (vocab == nullptr || !merges) return document;
  const std::uint64_t special = 256 + merges->size();
  std::erase_if(*vocab, [&](const json::Member& each) {
    const bool digits = !each.key.empty() && is_bytes(&each.value) &&
                        each.key.find_first_not_of("0123456789") == std::string::npos &&
                        each.key.front() != '0';
    return digits && artifact::id_of(each.key).value_or(UINT64_MAX) > special;
  });
  return document;
}

}  // namespace bpetite::conform::faults::lax
