// The parts of a case that can be made smaller, read out of its JSON and put back.
//
//   {"text_repeat":[["61",3]]}      text "aaa"      with "aa": {"text_hex":"6161"}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::shrink {

// The member, changed or added.
void put_member(json::Object& object, std::string_view name, json::Value value);
// A number in it that has 64 bits and is not negative.
std::optional<std::uint64_t> number_member(const json::Object& object, std::string_view name);
// The list under that name; nullptr if there is none.
const json::Array* list_member(const json::Object& object, std::string_view name);

// The input that the corpus is in: that of the vector, or "train" in that of a save.
json::Object& corpus_input(suite::Vector& vector);

// The input with these bytes as NAME_hex, and no other form of NAME.
void put_bytes(json::Object& input, std::string_view name, std::string_view bytes);

// A case whose artifact is told by these merges, patches as they were. Ids of its decoding are
// those of the caller.
json::Value merges_value(const std::vector<Pair>& merges);
void put_merges(suite::Vector& vector, const std::vector<Pair>& merges);

// The patches of its artifact, and putting others in their place; none: no member "patch".
json::Array patches_of(const suite::Vector& vector);
void put_patches(suite::Vector& vector, json::Array patches);

}  // namespace bpetite::conform::shrink
