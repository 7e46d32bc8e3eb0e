// Finds the added token that a part names by its literal or its id (token_of), refuses a template
// under a profile that cannot have one (check_trust), and names a part in a message (area_of_part).
#include "core/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite {

std::string area_of_part(std::size_t number) { return fmt::format("encode: parts[{}]", number); }

const SpecialToken& token_of(const TextPart& part, std::size_t number, const Table& table) {
  const auto found = part.id ? std::ranges::find(table.specials, *part.id, &SpecialToken::id)
                             : std::ranges::find(table.specials, part.text, &SpecialToken::literal);
  if (found != table.specials.end()) return *found;
  std::vector<std::string> known;
  for (const SpecialToken& token : table.specials) {
    known.push_back(part.id ? fmt::format("{}", token.id) : utf8::quoted(token.literal));
  }
  throw KeyError(
      fmt::format("{}: no added token has the {}, required one of {}", area_of_part(number),
                  part.id ? fmt::format("id {}", *part.id)
                          : fmt::format("literal {}", utf8::quoted(part.text)),
                  fmt::join(known, ", ")),
      "S62i");
}

void check_trust(const TextPart& part, std::size_t number, const Table& table) {
  if (part.kind != TextPart::Kind::template_ || part.text.empty()) return;
  if (table.profile.added.rule != SpecialRule::never) return;
  throw ValueError(
      fmt::format("{}: a template: under the profile {} a text never yields special tokens, "
                  "required text and token parts alone",
                  area_of_part(number), table.profile.name),
      "S62i");
}

}  // namespace bpetite
