// Corrects documents of artifacts, with one function for each kind of fault.
#include "conform/mutants/lax_document.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

#include "artifact/artifact.hpp"
#include "conform/program/tokenizer_parts.hpp"
#include "conform/suite/judged_profile.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::mutants::lax {

using json::Array;
using json::Integer;
using json::Object;
using json::Value;

namespace {

bool is_integer(const Value& value) { return std::holds_alternative<Integer>(value.data); }

// The document of a saved table. A lax loader takes its members in place of faulty ones.
Object canonical(const Table& table) {
  auto document = std::get<Value>(json::parse(artifact::serialize(table)));
  return std::get<Object>(std::move(document.data));
}

// The merges, if the steps before 15 accept them. The other members of the document may be
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

}  // namespace bpetite::conform::mutants::lax
