// The small vocabularies of conformance/profiles, with which a program is judged for a profile
// (S74b). Their merges cross the places where the profiles cut, so that ids show each cut.
//
//   for (const std::string_view name : small_vocabularies())       "gpt2", "cl100k", ...
//     in_form(name, FileForm::ranks)                               the bytes of a rank file
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/tokenizer.hpp>

namespace bpetite::conform::suite {

// How a vocabulary is handed over.
enum class FileForm : std::uint8_t { artifact, tokenizer_json, ranks };
inline constexpr std::array<std::string_view, 3> form_names = {"artifact", "tokenizer.json",
                                                               "ranks"};

// The names of their profiles.
std::vector<std::string_view> small_vocabularies();

// KeyError: there is none of this name.
Tokenizer small_vocabulary(std::string_view name);

// The bytes of its file. Nothing in a form that does not have what the profile needs: ranks of a
// profile that merges by pairs.
std::optional<std::string> in_form(std::string_view name, FileForm form);

}  // namespace bpetite::conform::suite
