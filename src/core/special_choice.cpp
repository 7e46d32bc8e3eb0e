// Throws the errors of special tokens. Compares the choice of a caller with the rule of the profile
// and the special tokens of the table (check_choice). Makes the error of a special token that
// stands in a text and is not allowed (throw_not_allowed).
#include "core/special_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite {

void check_choice(const SpecialChoice& choice, const Table& table) {
  using Kind = SpecialChoice::Kind;
  if (choice.kind != Kind::all && choice.kind != Kind::only) return;
  if (table.profile.added.rule != SpecialRule::refused_unless_allowed) {
    throw ValueError(
        fmt::format("encode: special tokens cannot be allowed: under the profile {} a text {}",
                    table.profile.name,
                    table.profile.added.rule == SpecialRule::matched ? "always yields them"
                                                                     : "never yields them"),
        "S27d");
  }
  for (const std::string& literal : choice.literals) {
    if (std::ranges::find(table.specials, literal, &SpecialToken::literal) !=
        table.specials.end()) {
      continue;
    }
    std::vector<std::string> known;
    for (const SpecialToken& special : table.specials) {
      known.push_back(utf8::quoted(special.literal));
    }
    throw KeyError(
        fmt::format("encode: {} is not a special token of the profile {}, required one of {}",
                    utf8::quoted(literal), table.profile.name, fmt::join(known, ", ")),
        "S27d");
  }
}

void throw_not_allowed(std::size_t offset, std::string_view literal) {
  constexpr Remedy remedy = Remedy::allow_special;
  throw ValueError(fmt::format("encode: byte {}: the special token {} stands in the text: {}",
                               offset, utf8::quoted(literal), words_of(remedy)),
                   "S27a", remedy);
}

}  // namespace bpetite
