// Reads values out of JSON, makes JSON from values, writes JSON as text, converts hex, divides a
// text into lines, and parses the fields of an example, from which it also reads the inputs of
// operations: tables, profiles, patterns, versions, normalizers, scalars, and the choice of special
// tokens.
#include "support/examples/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "profiles/profiles.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

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

// Parses the fields of an example: each is a key and a JSON value.

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

// Reads the inputs of operations from the fields of an example.

namespace {

const Profile& named_profile(const json::Value& name) {
  if (const Profile* profile = profiles::find(as_string(name))) return *profile;
  throw std::runtime_error(text_of(name) + " is not the name of a profile");
}

}  // namespace

unicode::Version version_in(Fields& fields) {
  const json::Value* wanted = fields.take("version");
  if (wanted == nullptr) {
    return unicode::pinned;
  }
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) == as_string(*wanted)) {
      return version;
    }
  }
  throw std::runtime_error(text_of(*wanted) + " is not a Unicode version that bpetite has");
}

std::optional<Normalizer> normalizer_in(Fields& fields) {
  const json::Value* wanted = fields.take("normalizer");
  if (wanted == nullptr) return std::nullopt;
  for (const Normalizer it : {Normalizer::none, Normalizer::nfc_9_0, Normalizer::nfc_16_0}) {
    if (name(it) == as_string(*wanted)) return it;
  }
  throw std::runtime_error(text_of(*wanted) + " is not the name of a normalizer");
}

const Profile& profile_in(Fields& fields) {
  const json::Value* wanted = fields.take("pattern");
  return wanted == nullptr ? profiles::v1() : named_profile(*wanted);
}

Profile cutting_profile_in(Fields& fields) {
  const unicode::Version version = version_in(fields);
  const json::Value* patterns = fields.take("patterns");
  if (patterns == nullptr) return with_version(profile_in(fields), version);
  const json::Value* dialect = fields.take("dialect");
  const bool is_other = dialect != nullptr && as_string(*dialect) == "huggingface";
  Profile profile;
  profile.name = "the patterns of the example";
  for (const json::Value& text : as_array(*patterns)) {
    profile.splits.push_back(
        {{as_string(text), is_other ? Dialect::huggingface : Dialect::tiktoken, version}});
  }
  return profile;
}

SpecialChoice choice_in(Fields& fields) {
  if (const json::Value* ordinary = fields.take("ordinary")) {
    if (as_bool(*ordinary)) return SpecialChoice::ordinary();
  }
  const json::Value* allowed = fields.take("allowed");
  if (allowed == nullptr) return {};
  if (text_of(*allowed) == "\"all\"") return SpecialChoice::all();
  std::vector<std::string> literals;
  for (const json::Value& literal : as_array(*allowed)) literals.push_back(as_string(literal));
  return SpecialChoice::only(std::move(literals));
}

std::vector<char32_t> scalars_in(Fields& fields) {
  std::vector<char32_t> scalars;
  for (const json::Value& value : as_array(fields.need("scalars"))) {
    const std::string& text = as_string(value);
    std::uint32_t scalar = 0;
    const char* const last = text.data() + text.size();
    if (!text.starts_with("U+") || std::from_chars(text.data() + 2, last, scalar, 16).ptr != last) {
      throw std::runtime_error(text + " is not a scalar such as U+0041");
    }
    scalars.push_back(scalar);
  }
  return scalars;
}

std::vector<SpecialToken> specials_of(const json::Value& object) {
  std::vector<SpecialToken> specials;
  for (const auto& [literal, id] : as_object(object)) {
    specials.push_back({literal, as_id(id)});
  }
  return specials;
}

Table merges_table(Fields& fields) {
  std::vector<Pair> merges = fields.pairs("merges");
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    if (std::max(merges[rank].left, merges[rank].right) >= 256 + rank) {
      throw std::runtime_error(fmt::format("merge {} refers to a later token", rank));
    }
  }
  return v1_table(std::move(merges));
}

Table table_in(Fields& fields) {
  Table table;
  if (const json::Value* lookup = fields.take("lookup")) {
    if (as_string(*lookup) != "bytes") {
      throw std::runtime_error("lookup is " + text_of(*lookup) + ", it can only be \"bytes\"");
    }
    table = v1_table({});
    table.profile.merging = Merging::bytes;
    for (const json::Value& token : as_array(fields.need("vocabulary"))) {
      table.tokens.push_back(bytes_of_hex(as_string(token)));
    }
  } else if (fields.take("results") != nullptr) {
    table = ranked_table(fields.pairs("merges"), fields.ids("results"));
  } else {
    table = merges_table(fields);
  }
  if (const json::Value* wanted = fields.take("profile")) {
    const Merging merging = table.profile.merging;
    table.profile = named_profile(*wanted);
    table.profile.merging = merging;
    table.specials = special_tokens(table.profile.added, static_cast<TokenId>(table.tokens.size()));
  } else {
    table.profile.splits = profile_in(fields).splits;
  }
  if (const json::Value* specials = fields.take("specials")) {
    table.specials = specials_of(*specials);
  }
  const auto set_flag = [&](std::string_view name, bool SpecialToken::*flag, bool value) {
    const json::Value* const literals = fields.take(name);
    if (literals == nullptr) return;
    for (const json::Value& literal : as_array(*literals)) {
      for (SpecialToken& special : table.specials) {
        if (special.literal == as_string(literal)) special.*flag = value;
      }
    }
  };
  set_flag("normalized", &SpecialToken::normalized, true);
  set_flag("plain", &SpecialToken::is_special, false);
  set_flag("lstrip", &SpecialToken::lstrip, true);
  set_flag("rstrip", &SpecialToken::rstrip, true);
  set_flag("single_word", &SpecialToken::single_word, true);
  if (fields.take("whole_chunks") != nullptr) table.profile.whole_chunks = true;
  if (fields.take("prefix_space") != nullptr) table.profile.prefix_space = true;
  if (fields.take("before") != nullptr) table.profile.ids_around.before = fields.ids("before");
  if (fields.take("after") != nullptr) table.profile.ids_around.after = fields.ids("after");
  if (const auto normalizer = normalizer_in(fields)) table.profile.normalizer = *normalizer;
  return table;
}

}  // namespace bpetite::test
