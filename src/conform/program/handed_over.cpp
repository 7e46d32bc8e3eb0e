// Chooses the form of file in which a program gets a vocabulary of a profile (handed_file), and
// makes the request that loads it (loading_of).
#include "conform/program/handed_over.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conform/suite/small_vocabularies.hpp"

namespace bpetite::conform::program {
std::optional<HandedFile> handed_file(const Table& table, std::string_view profile,
                                      const Hello& hello) {
  for (const std::string& form : hello.forms) {
    const auto place = std::ranges::find(suite::form_names, form);
    if (place == suite::form_names.end()) continue;
    const auto known = static_cast<suite::FileForm>(place - suite::form_names.begin());
    if (auto bytes = suite::in_form(table, profile, known)) {
      return HandedFile{*place, *std::move(bytes)};
    }
  }
  return std::nullopt;
}

Loading loading_of(std::string_view name, std::string_view profile, HandedFile file,
                   const Table& table) {
  json::Object specials;
  for (const SpecialToken& token : table.specials) {
    specials.push_back({token.literal, json::integer(token.id)});
  }
  std::string path = fmt::format("profiles/{}.{}", name, file.form);
  return {fmt::format("the vocabulary of {} as {}", profile, file.form),
          {{"path", json::string(path)},
           {"profile", json::string(profile)},
           {"form", json::string(file.form)},
           {"special_tokens", {std::move(specials)}}},
          std::pair(path, std::move(file.bytes))};
}

}  // namespace bpetite::conform::program
