// Helpers for the JSON values in examples: read them, make them, write them as text.
//
//   as_id(97)            gives 97;  as_id("ab") throws std::runtime_error
//   value_of({97, 98})   gives the JSON array [97,98], and text_of gives its text "[97,98]"
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/json.hpp"

namespace bpetite::test {

// Each returns the value as the type in its name, or throws std::runtime_error if it has another.
const std::string& as_string(const json::Value& value);
const json::Array& as_array(const json::Value& value);
const json::Object& as_object(const json::Value& value);
bool as_bool(const json::Value& value);
std::uint64_t as_number(const json::Value& value);
TokenId as_id(const json::Value& value);

// JSON values of C++ values.
json::Value value_of(std::string_view text);
json::Value value_of(std::uint64_t number);
json::Value value_of(bool truth);
json::Value value_of(std::span<const TokenId> ids);
json::Value value_of(std::span<const Pair> pairs);

// The value as compact JSON text, for comparisons and messages.
std::string text_of(const json::Value& value);

// "61e282" stands for the bytes 61 E2 82. These convert in both directions.
std::string bytes_of_hex(std::string_view hex);
std::string hex_of_bytes(std::string_view bytes);

// The lines of a text, without newlines.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace bpetite::test
