// Writes the page of the named profiles, spec/PROFILES.md, and compares it with the stored one: the
// patterns, the added tokens, the normalizer, the way of merging, and the rule for special tokens
// of each profile (S26b).
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/profile.hpp"
#include "profiles/profiles.hpp"
#include "support/goldens.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

// A literal whose last number is apart: <|extra_7|> is "<|extra_", 7 and "|>".
struct Numbered {
  std::string before;
  std::uint64_t number = 0;
  std::string after;
};

std::optional<Numbered> numbered(const std::string& literal) {
  const std::size_t last = literal.find_last_of("0123456789");
  if (last == std::string::npos) return std::nullopt;
  const std::size_t before = literal.find_last_not_of("0123456789", last);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  const std::string digits = literal.substr(first, last - first + 1);
  if (digits.size() > 9 || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  return Numbered{literal.substr(0, first), std::stoull(digits), literal.substr(last + 1)};
}

// Whether both the id and the number of a token are one higher than those of another.
bool follows(const AddedToken& token, const AddedToken& before) {
  const auto one = numbered(before.literal);
  const auto other = numbered(token.literal);
  const bool are_ids_next =
      token.id.has_value() == before.id.has_value() && (!token.id || *token.id == *before.id + 1);
  return are_ids_next && one && other && one->before == other->before &&
         one->after == other->after && one->number + 1 == other->number;
}

std::string shown(const AddedToken& token) {
  return token.id ? fmt::format("{} {}", *token.id, json::quoted(token.literal))
                  : json::quoted(token.literal);
}

// A line for each token. Three and more whose numbers follow each other are one line.
//
//   151646 "<|extra_0|>" to 151850 "<|extra_204|>"
std::string token_lines(const std::vector<AddedToken>& tokens) {
  std::string lines;
  for (std::size_t from = 0; from < tokens.size();) {
    std::size_t to = from + 1;
    while (to < tokens.size() && follows(tokens[to], tokens[to - 1])) ++to;
    if (to - from < 3) to = from + 1;
    lines += shown(tokens[from]);
    if (to - from > 1) lines += " to " + shown(tokens[to - 1]);
    lines += '\n';
    from = to;
  }
  return lines;
}

std::string section_of(const Profile& profile) {
  std::string text = fmt::format("\n## `{}`\n\n", profile.name);
  text += fmt::format("Normalizer: {}. Merging by {}. Special tokens in a text: {}.\n",
                      name(profile.normalizer), name(profile.merging), name(profile.added.rule));
  for (const Split& split : profile.splits) {
    text += fmt::format("Pattern, dialect `{}`, Unicode {}{}:\n\n```\n{}\n```\n",
                        name(split.pattern.dialect), unicode::name(split.pattern.version),
                        split.behaviour == Behaviour::matches ? ", matches alone" : "",
                        split.pattern.text);
  }
  if (profile.added.tokens.empty()) return text + "\nNo added tokens.\n";
  const bool have_ids = profile.added.tokens.front().id.has_value();
  const bool are_normalized = profile.added.tokens.front().normalized;
  text += fmt::format("\n{} added tokens{}{}:\n\n```\n{}```\n", profile.added.tokens.size(),
                      have_ids ? "" : ", at the next free ids in this order",
                      are_normalized ? ", found in normalized text" : "",
                      token_lines(profile.added.tokens));
  return text;
}

CLAUSE_TEST("S26b", "goldens: the page of the named profiles") {
  std::string page =
      "# The named profiles\n\n"
      "The patterns and the added tokens of each profile of chapter 13, as the program has them\n"
      "(`tools/regen --write` writes this page). In a list of added tokens each line has an id and "
      "a"
      "\n"
      "literal, as JSON writes it; three and more whose numbers follow each other are one line.\n";
  for (const Profile* profile : profiles::all()) {
    for (const AddedToken& token : profile->added.tokens) {
      // The page says these once for all tokens of a profile.
      REQUIRE(token.is_special);
      REQUIRE(token.normalized == profile->added.tokens.front().normalized);
      REQUIRE(token.id.has_value() == profile->added.tokens.front().id.has_value());
    }
    page += section_of(*profile);
  }
  check_golden("../../../../spec/PROFILES.md", page);
}

}  // namespace
}  // namespace bpetite::test
