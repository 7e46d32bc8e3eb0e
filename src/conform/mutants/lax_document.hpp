// What a lax loader makes of a document: each function mends one kind of fault and leaves all
// others where they are. For mutants alone.
//
//   with_loose_ids          {"vocab":{"+7":[7],...}}       {"vocab":{"7":[7],...}}
//   with_merges_reshaped    {"merges":["a b"],...}         {"merges":[[97,98]],...}
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <variant>

#include "core/json.hpp"

namespace bpetite::conform::mutants::lax {

// The member of that name, or nullptr; and setting it, also where there is none.
json::Value* member(json::Object& object, std::string_view key);
void put(json::Object& object, std::string_view key, json::Value value);

// The member of that name, if it is of that type.
template <typename T>
T* as(json::Object& object, std::string_view key) {
  json::Value* value = member(object, key);
  return value == nullptr ? nullptr : std::get_if<T>(&value->data);
}

// An integer that is not negative and has 64 bits.
std::optional<std::uint64_t> number_of(const json::Value& value);
// There is something, and it is a list of bytes.
bool is_bytes(const json::Value* value);

// The whole document as its merges would have it; nothing where they are at fault themselves.
std::optional<json::Object> as_it_should_be(json::Object& document);

// The field as it should be, if `fault` says so of the one that is there.
json::Object corrected(json::Object document, std::string_view field,
                       const std::function<bool(const json::Value& there)>& fault);

// vocab with the entries as they should be wherever `fault` says so: it is given the id, the size
// and what is there, or nullptr.
using EntryFault =
    std::function<bool(std::uint64_t id, std::uint64_t mergeable, const json::Value* there)>;
json::Object with_entries(json::Object document, const EntryFault& fault);

// Merges in whatever shape they come: [97,98], [[97,98,256]], ["a b"], {"0":[97,98]}, [[-97,98]].
json::Object with_merges_reshaped(json::Object document);

// Keys of vocab as a lax reader of numbers takes them, and bytes in whatever form they come.
json::Object with_loose_ids(json::Object document);
json::Object with_loose_bytes(json::Object document);

// An operand that no earlier token has becomes one that no text has: the merge is never applied.
json::Object with_operands_bounded(json::Object document);

// The special token, as it should be; vocab without ids above it.
json::Object with_specials_replaced(json::Object document);
json::Object without_ids_above(json::Object document);

}  // namespace bpetite::conform::mutants::lax
