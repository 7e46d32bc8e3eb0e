// Tests the law of special tokens under every profile and every rule (spec/09-laws.md), with
// literals in every position, with literals that overlap, and with random texts. If the rule lets a
// literal be found, it is one id wherever it stands. If the rule refuses it, the error names its
// place. If the rule takes it for ordinary text, no text gives the id of a special token. A scan of
// the text gives the expected result (support/scanned.hpp).
#include "support/scanned.hpp"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "profiles/profiles.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"

namespace bpetite::test {
namespace {

// All positions of a literal in one text, with ordinary text between them.
std::string joined(const std::vector<std::string>& positions) {
  std::string text;
  for (const std::string& position : positions) text += position + " ab ";
  return text;
}

bool is_refused(const SpecialLaw& law) {
  return law.table().profile.added.rule == SpecialRule::refused_unless_allowed;
}

// The texts with the literal in a position each: in all positions, or in one if the vocabulary has
// many special tokens. Neighbours are in different ones. `number` is that of the literal.
std::vector<std::string> positions_of(const SpecialLaw& law, const std::string& literal,
                                      const std::string& other, std::size_t number) {
  constexpr std::size_t many = 100;
  std::vector<std::string> positions = special_positions(literal, other);
  if (law.table().specials.size() <= many) return positions;
  return {std::move(positions[number % positions.size()])};
}

// Checks the text as ordinary text, and with all literals that the rule lets be found.
void check_positions(const SpecialLaw& law, const std::string& literal, const std::string& other,
                     std::size_t number) {
  const std::string text = joined(positions_of(law, literal, other, number));
  CHECK(law.fault(text, SpecialChoice::ordinary()) == "");
  CHECK(law.fault(text, is_refused(law) ? SpecialChoice::all() : SpecialChoice()) == "");
}

// Each position is a text of its own, because a refusal names only the first literal.
void check_refusals(const SpecialLaw& law, const std::string& literal, const std::string& other,
                    std::size_t number) {
  if (!is_refused(law)) return;
  for (const std::string& text : positions_of(law, literal, other, number)) {
    CHECK(law.fault(text, {}) == "");
    CHECK(law.fault(text, SpecialChoice::only({literal})) == "");
  }
}

CLAUSE_TEST("TOK-OBL-5b FALSIFY-TOK-004b S17b S27a S27b S27c S30e",
            "each special token of each named profile is one id, or none, in every position") {
  std::size_t checked = 0;
  for (const Profile* profile : profiles::all()) {
    if (profile->added.tokens.empty()) continue;
    const SpecialLaw law(named_table(*profile, profile->added.rule));
    const std::vector<SpecialToken>& specials = law.table().specials;
    for (std::size_t i = 0; i < specials.size(); ++i) {
      const std::string& next = specials[(i + 1) % specials.size()].literal;
      check_positions(law, specials[i].literal, next, i);
      check_refusals(law, specials[i].literal, next, i);
      ++checked;
    }
  }
  CHECK(checked == 5535);
}

CLAUSE_TEST("TOK-OBL-5b S17b S27a S27b S27c S27f S30e",
            "literals that overlap, of each kind and under each rule, in every position") {
  for (const Table& table : overlapping_tables()) {
    const SpecialLaw law(table);
    std::string last = table.specials.back().literal;
    for (const SpecialToken& special : table.specials) {
      for (const SpecialToken& other : table.specials) {
        check_positions(law, special.literal, other.literal, 0);
      }
      check_refusals(law, special.literal, last, 0);
      last = special.literal;
    }
  }
}

const std::deque<SpecialLaw>& all_laws() {
  static const std::deque<SpecialLaw> laws = [] {
    std::deque<SpecialLaw> made;
    for (const Profile* profile : profiles::all()) {
      for (const SpecialRule rule : special_rules) {
        if (!profile->added.tokens.empty()) made.emplace_back(named_table(*profile, rule));
      }
    }
    for (Table& table : overlapping_tables()) made.emplace_back(std::move(table));
    return made;
  }();
  return laws;
}

PROPERTY_CASES("FALSIFY-TOK-004b S17b S27a S27b S27c S27d S27f S30e",
               "no text yields the id of a special token where the rule forbids it", 4000) {
  const std::deque<SpecialLaw>& laws = all_laws();
  const SpecialLaw& law = laws[*number_between<std::size_t>(0, laws.size() - 1)];
  SpecialTexts texts(law.table(), *number_between<std::uint64_t>(0, 1U << 30U));
  const std::string text = texts.text();
  const SpecialChoice choice = texts.choice();
  RC_ASSERT(law.fault(text, choice) == "");
  RC_CLASSIFY(choice.kind == SpecialChoice::Kind::ordinary, "as ordinary text");
}

}  // namespace
}  // namespace bpetite::test
