// Declares the 19 steps of the loader (FR-29), each a function.
//
// A step returns a complaint or nothing, and may rely on all steps before it. Steps 1 to 13 check
// the file and its fields, steps 14 to 19 the vocabulary.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/document.hpp"

namespace bpetite::artifact {

// The six fields of the schema, as the canonical form sorts them.
inline constexpr std::array<std::string_view, 6> fields = {"mergeable_vocab_size", "merges",
                                                           "pretokenizer_pattern", "schema_version",
                                                           "special_tokens",       "vocab"};

// The id that a key of the vocabulary spells; nothing if it is no decimal number below 2^64.
std::optional<std::uint64_t> id_of(std::string_view key);

// What the steps so far have found.
struct Reading {
  std::string_view bytes;                   // the file
  json::Document document;                  // step 2
  std::vector<json::NamedNode> members;     // step 3: of the document
  std::vector<json::Node> merges;           // step 11
  std::uint64_t mergeable = 0;              // step 11: 256 and the number of merges
  std::vector<json::NamedNode> vocabulary;  // step 14
  std::vector<json::Node> tokens;           // step 15: the bytes of each token, by id
  json::Node special;                       // step 15: those of id `mergeable`, if there
  std::optional<std::string_view> beyond;   // step 15: a key above `mergeable`, if there is

  // The field of that name, or none; from step 7 on all six are there, schema_version from step 4.
  json::Node field(std::string_view name) const;
};

// "artifact: merges[3]: null, required an array of two integers"; nothing if the step is passed.
using Complaint = std::optional<std::string>;

Complaint complain(std::string_view where, std::string_view wrong, std::string_view required);

// A value as a complaint shows it: integers by their digits, all else by its type.
std::string shown(const json::Node& value);

// The value is this very integer.
bool equals(const json::Node& value, std::uint64_t number);

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
