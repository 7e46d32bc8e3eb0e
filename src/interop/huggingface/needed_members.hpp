// Reads members of a tokenizer.json that Hugging Face's library tokenizers 0.23.3 needs, and
// refuses what it would refuse (S50b): a missing member, another type, an unknown word or member,
// and a faulty step ByteLevel.
//
//   {"type":"Digits"}     /individual_digits: the field is missing: required true or false, ...
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "core/json/pointer.hpp"

namespace bpetite::interop::huggingface {

// Each is a ValueError, with the JSON pointer, if the member is missing or has another type.
bool needed_flag(const json::Field& object, std::string_view key);
std::string_view needed_text(const json::Field& object, std::string_view key);
// A number of 32 bits without a sign.
std::uint32_t needed_number(const json::Field& object, std::string_view key);

// ValueError unless the value is one of these words.
void check_word(const json::Field& field, std::initializer_list<std::string_view> words);

// ValueError unless these are all members that the object has.
void check_members(const json::Field& object, std::initializer_list<std::string_view> known);

// The step ByteLevel, which can stand in three places.
void check_byte_level(const json::Field& step);

}  // namespace bpetite::interop::huggingface
