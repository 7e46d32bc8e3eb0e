// The small vocabularies of conformance/profiles, by which a program is judged for a profile
// (S74b). Lists their names, makes a Tokenizer from one, and gives the bytes of its file in one of
// three forms. Their merges cross the places where the profiles cut, so that ids show each cut.
//
//   for (const std::string_view name : small_vocabularies())       "gpt2", "cl100k", ...
//     small_vocabulary(name)                                       its tokenizer
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/tokenizer.hpp>

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

// The bytes of the file of a profile's vocabulary in this form. Returns nullopt if the form cannot
// hold the vocabulary: a rank file for a profile that merges by pairs.
std::optional<std::string> in_form(const Table& table, std::string_view profile, FileForm form);

}  // namespace bpetite::conform::suite
