// Vocabularies of profiles, by which a program is judged for a profile (S74b). The small ones stand
// in conformance/profiles; their merges cross the places where the profiles cut, so that ids show
// each cut. A vector (a test case) of level L6 has a vocabulary of its own (profiled_table).
// in_form gives the bytes of a file in one of three forms.
//
//   for (const std::string_view name : small_vocabularies())       "gpt2", "cl100k", ...
//     small_vocabulary(name)                                       its tokenizer
//
//   {"profile":"o200k","merges":[[178,65]],"added":[{"literal":"<s>","id":300,"rstrip":true}]}
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/tokenizer.hpp>

#include "conform/suite/placed_json.hpp"
#include "core/json.hpp"
#include "core/table.hpp"

namespace bpetite::conform::suite {

// The form of the file in which a program gets a vocabulary.
enum class FileForm : std::uint8_t { artifact, tokenizer_json, ranks };
inline constexpr std::array<std::string_view, 3> form_names = {"artifact", "tokenizer.json",
                                                               "ranks"};

// The names of the profiles that have a small vocabulary.
std::vector<std::string_view> small_vocabularies();

// The small vocabulary of a profile. Throws KeyError if the profile does not have one.
Tokenizer small_vocabulary(std::string_view name);

// The profile that the artifact of a vector names, or nullopt if it is an artifact of another form.
std::optional<std::string> profile_in(const json::Value& artifact);

// The table of an artifact with a profile: it has no added tokens but those that are listed. Throws
// SuiteError if the artifact has a member that it cannot have.
Table profiled_table(const PlacedJson& artifact);

// The bytes of the file of a profile's vocabulary in this form. Returns nullopt if the form cannot
// hold the vocabulary: a rank file has the literals and the ids of added tokens, and nothing else
// of them, and no merges by pairs.
std::optional<std::string> in_form(const Table& table, std::string_view profile, FileForm form);

}  // namespace bpetite::conform::suite
