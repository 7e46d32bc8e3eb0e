// JSON values in examples: taken apart, put together, written down.
//
//   as_id     of 97 is 97, of "ab" a std::runtime_error
//   value_of  of the ids 97 98 is the array [97,98], and text_of of that is "[97,98]"
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/json.hpp"

namespace bpetite::test {

// The parts of JSON values. std::runtime_error if it is of another kind.
const std::string& as_string(const json::Value& value);
const json::Array& as_array(const json::Value& value);
const json::Object& as_object(const json::Value& value);
bool as_bool(const json::Value& value);
std::uint64_t as_number(const json::Value& value);
TokenId as_id(const json::Value& value);

// JSON values of plain ones.
json::Value value_of(std::string_view text);
json::Value value_of(std::uint64_t number);
json::Value value_of(bool truth);
json::Value value_of(std::span<const TokenId> ids);
json::Value value_of(std::span<const Pair> pairs);

// A value as compact JSON, for comparison and for messages.
std::string text_of(const json::Value& value);

// "61e282" is the bytes 61 E2 82, and back.
std::string bytes_of_hex(std::string_view hex);
std::string hex_of_bytes(std::string_view bytes);

// The lines of a text, without their ends.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace bpetite::test
