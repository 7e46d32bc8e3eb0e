// Reads the parts of a case that can be made smaller, and puts smaller parts in their place.
//
//   {"text_repeat":[["61",3]]}      text "aaa"      with "aa": {"text_hex":"6161"}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::shrink {

// Sets the member, or adds it.
void put_member(json::Object& object, std::string_view name, json::Value value);
// The member as a 64-bit number that is not negative. Nothing otherwise.
std::optional<std::uint64_t> number_member(const json::Object& object, std::string_view name);
// The member as a list. nullptr if it is missing or has another type.
const json::Array* list_member(const json::Object& object, std::string_view name);

// The input with the corpus: that of the vector, or of a save vector its "train".
json::Object& corpus_input(suite::Vector& vector);

// Sets NAME_hex to these bytes, and removes all other forms of NAME.
void put_bytes(json::Object& input, std::string_view name, std::string_view bytes);

// The artifact with these merges. Patches stay the same. The caller renumbers ids to be decoded.
json::Value merges_value(const std::vector<Pair>& merges);
void put_merges(suite::Vector& vector, const std::vector<Pair>& merges);

// The patches of the artifact, and replacing them. Without patches, the member "patch" is
// removed.
json::Array patches_of(const suite::Vector& vector);
void put_patches(suite::Vector& vector, json::Array patches);

}  // namespace bpetite::conform::shrink
