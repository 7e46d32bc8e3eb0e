// The 19 steps of the loader, as functions of a file on its way through them (FR-29).
//
// Each answers with a complaint or with nothing, and may rely on all that come before it. Steps 1
// to 13 judge the file and its fields, 14 to 19 the vocabulary.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"

namespace bpetite::artifact {

// The six fields of the schema, as the canonical form sorts them.
inline constexpr std::array<std::string_view, 6> fields = {"mergeable_vocab_size", "merges",
                                                           "pretokenizer_pattern", "schema_version",
                                                           "special_tokens",       "vocab"};

// The id that a key of the vocabulary spells; nothing if it is no decimal number below 2^64.
std::optional<std::uint64_t> id_of(std::string_view key);

// What the steps so far have found.
struct Reading {
  std::string_view bytes;                    // the file
  json::Value document;                      // step 2
  const json::Object* object = nullptr;      // step 3
  const json::Array* merges = nullptr;       // step 11
  std::uint64_t mergeable = 0;               // step 11: 256 and the number of merges
  const json::Object* vocabulary = nullptr;  // step 14
  std::vector<const json::Array*> tokens;    // step 15: the bytes of each token, by id
  const json::Array* special = nullptr;      // step 15: those of id `mergeable`, if there
  std::optional<std::string_view> beyond;    // step 15: a key above `mergeable`, if there is

  // The field of that name; it must be there (step 7, or step 4 for schema_version).
  const json::Value& field(std::string_view name) const { return *json::find(*object, name); }
};

// "artifact: merges[3]: null, required an array of two integers"; nothing if the step is passed.
using Complaint = std::optional<std::string>;

Complaint complain(std::string_view where, std::string_view wrong, std::string_view required);

// A value as a complaint shows it: integers by their digits, all else by its type.
std::string shown(const json::Value& value);

// The value is this very integer.
bool equals(const json::Value& value, std::uint64_t number);

Complaint well_formed_utf8(Reading& reading);
Complaint json_document(Reading& reading);
Complaint top_level_object(Reading& reading);
Complaint schema_version_present(Reading& reading);
Complaint schema_version_integer(Reading& reading);
Complaint schema_version_known(Reading& reading);
Complaint all_fields_present(Reading& reading);
Complaint no_other_field(Reading& reading);
Complaint pattern_string(Reading& reading);
Complaint pattern_canonical(Reading& reading);
Complaint merges_pairs(Reading& reading);
Complaint mergeable_size_integer(Reading& reading);
Complaint mergeable_size_matches(Reading& reading);

Complaint vocabulary_shape(Reading& reading);
Complaint vocabulary_complete(Reading& reading);
Complaint base_bytes(Reading& reading);
Complaint merged_tokens(Reading& reading);
Complaint special_token(Reading& reading);
Complaint vocabulary_closed(Reading& reading);

}  // namespace bpetite::artifact
