// Reads artifacts (files of saved tokenizers) as less strict readers do, for the faults in loading.
// Each function corrects one kind of fault in a file, and leaves all other faults in it. Those in
// json_text change the text of the file; is_sorted only says whether its keys are sorted. Those in
// lax change the parsed document. Helpers of lax find, set and check members of the document,
// compute the right document for its merges (as_it_should_be), and put right values in place of
// faulty ones (corrected, with_entries).
//
//   json_text::first_value       {"a":1} x                        {"a":1}
//   json_text::closed            {"a":[1                          {"a":[1]}
//   json_text::relaxed           {'a':[+01,],} //                 { "a" : [ 1 ] }
//   json_text::one_of_each_key   {"a":1,"a":2}, the last          {"a":2}
//   lax::with_loose_ids          {"vocab":{"+7":[7],...}}         {"vocab":{"7":[7],...}}
//   lax::with_merges_reshaped    {"merges":["a b"],...}           {"merges":[[97,98]],...}
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/json.hpp"

namespace bpetite::conform::faults::json_text {

// The text up to the end of its first array or object. The whole text if it has neither.
std::string_view first_value(std::string_view text);

// The text with its missing closing brackets added. An empty text becomes an empty object.
std::string closed(std::string_view text);

// The text without comments and without commas before brackets. Strings get double quotes,
// numbers lose plus signs and leading zeros, and hexadecimal numbers become decimal.
std::string relaxed(std::string_view text);

// The text with each key once in an object: the first or the last one. If the text is not JSON
// for another reason, it is unchanged.
std::string one_of_each_key(std::string_view text, bool first);

// Whether the keys of each object are sorted.
bool is_sorted(std::string_view text);

}  // namespace bpetite::conform::faults::json_text

namespace bpetite::conform::faults::lax {

// `member` returns the member with this name, or nullptr. `put` sets a member, and adds it if it is
// missing.
json::Value* member(json::Object& object, std::string_view key);
void put(json::Object& object, std::string_view key, json::Value value);

// The member with this name if it has this type, or nullptr.
template <typename T>
T* as(json::Object& object, std::string_view key) {
  json::Value* value = member(object, key);
  return value == nullptr ? nullptr : std::get_if<T>(&value->data);
}

// The value if it is an integer that is not negative and fits in 64 bits, else nullopt.
std::optional<std::uint64_t> number_of(const json::Value& value);
// True if the value exists and is a list of bytes.
bool is_bytes(const json::Value* value);

// The right document for the merges of this document, or nullopt if the merges are faulty
// themselves.
std::optional<json::Object> as_it_should_be(json::Object& document);

// Replaces the field by the right one if `fault` holds for its value.
json::Object corrected(json::Object document, std::string_view field,
                       const std::function<bool(const json::Value& there)>& fault);

// Replaces the entries of vocab for which `fault` holds by the right ones. `fault` gets the id, the
// mergeable vocabulary size, and the entry or nullptr.
using EntryFault =
    std::function<bool(std::uint64_t id, std::uint64_t mergeable, const json::Value* there)>;
json::Object with_entries(json::Object document, const EntryFault& fault);

// Reads merges in various forms: [97,98], [[97,98,256]], ["a b"], {"0":[97,98]}, [[-97,98]].
json::Object with_merges_reshaped(json::Object document);

// Reads keys of vocab as a lax reader of numbers does, and bytes in various forms.
json::Object with_loose_ids(json::Object document);
json::Object with_loose_bytes(json::Object document);

// Replaces an operand that is not the id of an earlier token by an id that no text has. So the
// merge is never applied.
json::Object with_operands_bounded(json::Object document);

// Replaces the special token by the right one, and removes ids above it from vocab.
json::Object with_specials_replaced(json::Object document);
json::Object without_ids_above(json::Object document);

}  // namespace bpetite::conform::faults::lax
