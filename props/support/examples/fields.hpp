// Helpers for the examples of the specification. They read JSON values, make values, write them as
// text, convert hex, and divide a text into lines. `Fields` parses the fields of an example, and
// further functions read the inputs of operations from them: tables, profiles, patterns, versions,
// normalizers, scalars, choices of special tokens.
//
//   as_id(97)            gives 97;  as_id("ab") throws std::runtime_error
//   value_of({97, 98})   gives the JSON array [97,98], and text_of gives its text "[97,98]"
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>

#include "core/json.hpp"
#include "core/table.hpp"
#include "core/unicode.hpp"

namespace bpetite::test {

// Each returns the value as the type in its name, or throws std::runtime_error if the value has
// another type.
const std::string& as_string(const json::Value& value);
const json::Array& as_array(const json::Value& value);
const json::Object& as_object(const json::Value& value);
bool as_bool(const json::Value& value);
std::uint64_t as_number(const json::Value& value);
TokenId as_id(const json::Value& value);

// JSON values of C++ values.
json::Value value_of(std::string_view text);
json::Value value_of(std::uint64_t number);
json::Value value_of(std::same_as<bool> auto truth) {  // not of a pointer
  return {truth};
}
json::Value value_of(std::span<const TokenId> ids);
json::Value value_of(std::span<const Pair> pairs);

// The value as compact JSON text, for comparisons and messages.
std::string text_of(const json::Value& value);

// "61e282" stands for the bytes 61 E2 82. These convert in both directions.
std::string bytes_of_hex(std::string_view hex);
std::string hex_of_bytes(std::string_view bytes);

// The lines of a text, without newlines.
std::vector<std::string> lines_of(std::string_view text);

// Parses the fields of an example. A field is a key and a JSON value, separated by white space.
//
//   corpus  "bc xy ab"        vocab_size  257
//   merges  [[32,97]]
//
// An operation takes its inputs by name. The remaining fields are the results that the example
// expects.
class Fields {
 public:
  // Throws std::runtime_error for a key without a value, or a key that occurs twice.
  explicit Fields(const std::vector<std::string>& lines);

  // The value of a key, or nullptr. From now on the key counts as an input.
  const json::Value* take(std::string_view key);
  // The same for a key that must be there.
  const json::Value& need(std::string_view key);
  // The bytes of a field: text under `key`, or hex under `key`_hex.
  std::string bytes(const std::string& key);
  std::vector<TokenId> ids(std::string_view key);
  std::vector<Pair> pairs(std::string_view key);

  // The fields that were not taken.
  json::Object remaining() const;

 private:
  json::Object fields_;
  std::set<std::string, std::less<>> taken_;
};

// Reads the inputs of operations from the fields of an example: tables, patterns, scalars.
//
// version "15.1.0": the Unicode version of that name. Without the field: the pinned version.
unicode::Version version_in(Fields& fields);

// normalizer "NFC of Unicode 9.0". Returns nullopt without the field.
std::optional<Normalizer> normalizer_in(Fields& fields);

// pattern "nanochat": the profile of that name. Without the field: v1.
const Profile& profile_in(Fields& fields);

// patterns ["\\s", "\\p{L}+"], dialect "huggingface" (else tiktoken): a profile with these splits.
// Without these fields: profile_in(). In both cases with the version of version_in().
Profile cutting_profile_in(Fields& fields);

// scalars ["U+0041", ...]
std::vector<char32_t> scalars_in(Fields& fields);

// {"<|endoftext|>": 257}
std::vector<SpecialToken> specials_of(const json::Value& object);

// merges [[97,98]]: the v1 table with these merges. Throws std::runtime_error if an operand is not
// an earlier id.
Table merges_table(Fields& fields);

// The table of an example. Its fields are `merges`, with or without `results`, or `lookup "bytes"`
// with a `vocabulary`. The fields `specials` and `pattern` replace those of v1. `profile` replaces
// the pattern, the special tokens, the rule for them and the normalizer. `normalized ["<s>"]` lists
// the special tokens that are found in normalized text, and `normalizer` names the normalizer.
Table table_in(Fields& fields);

// Fields: `allowed "all"`, `allowed ["<s>"]` or `ordinary true`. Without one of them, the rule of
// the profile applies.
SpecialChoice choice_in(Fields& fields);

}  // namespace bpetite::test
