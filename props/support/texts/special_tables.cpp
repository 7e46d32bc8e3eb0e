#include "support/texts/special_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "interop/open.hpp"
#include "reference/train.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/tokenizer_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

constexpr std::size_t learned = 64;   // merges
constexpr std::size_t most_read = 8;  // literals to learn from

// Merges of the literals, and of words beside them.
Table trained_on_literals(const Profile& profile) {
  std::string corpus = "ab abc  ab it's 12 \u00e9\u00e9";
  const std::size_t step = 1 + profile.added.tokens.size() / most_read;
  for (std::size_t i = 0; i < profile.added.tokens.size(); i += step) {
    const std::string& literal = profile.added.tokens[i].literal;
    corpus += literal + literal + " ";
  }
  const std::string_view text = corpus;
  return reference::train({&text, 1}, 256 + learned, profile);
}

// Every id is `base` higher.
void shift(Table& table, TokenId base) {
  table.tokens.insert(table.tokens.begin(), base, "");
  for (TokenId& id : table.byte_ids) id += base;
  for (Pair& pair : table.merges) pair = {pair.left + base, pair.right + base};
  for (TokenId& id : table.results) id += base;
}

// The first id that is free and has at least `count` - 1 free ids behind it.
TokenId free_ids(const AddedTokens& added, std::size_t count) {
  TokenId base = 0;
  for (const AddedToken& token : added.tokens) {  // ids ascend
    if (token.id && base <= *token.id && *token.id < base + count) base = *token.id + 1;
  }
  return base;
}

struct Literal {
  std::string_view text;
  bool is_special;
  bool normalized;
};

constexpr auto literals = std::to_array<Literal>({{"<s>", true, false},
                                                  {"<s>x", false, false},
                                                  {"s><", true, true},
                                                  {"<t>", false, true},
                                                  {"< >", true, false},
                                                  {"<|s|>", true, true},
                                                  {"|><", false, false},
                                                  {"<|s", true, false},
                                                  {"ab", false, true},
                                                  {"e>", true, true}});

// The literals with the flags of the list; with one kind of literals alone; or exchanged.
Table overlapping_table(bool all_special, bool all_given, bool exchanged, Normalizer normalizer) {
  Table table = v1_table({{'<', 's'}, {'<', '|'}, {'s', '>'}, {'a', 'b'}, {' ', ' '}});
  table.profile.normalizer = normalizer;
  table.specials.clear();
  auto id = static_cast<TokenId>(table.tokens.size());
  for (const auto& [text, is_special, normalized] : literals) {
    // A merge makes "ab" too. So it has the id that it has there, and must not be special.
    const bool is_made = text == "ab";
    table.specials.push_back({std::string(text), is_made ? TokenId{259} : id++,
                              !all_given && normalized != exchanged,
                              !is_made && (all_special || is_special != exchanged)});
  }
  return interop::read_model(tokenizer_json_of(table, false), "made for a test", nullptr);
}

}  // namespace

Table named_table(const Profile& profile, SpecialRule rule) {
  Table table = trained_on_literals(profile);
  if (profile.merging == Merging::bytes) table = by_bytes(table);
  table.profile = profile;
  table.profile.added.rule = rule;
  shift(table, free_ids(profile.added, table.tokens.size()));
  table.specials = special_tokens(profile.added, static_cast<TokenId>(table.tokens.size()));
  return table;
}

std::vector<Table> overlapping_tables() {
  std::vector<Table> tables;
  for (const Normalizer normalizer : {Normalizer::none, Normalizer::nfc_9_0}) {
    for (const unsigned flags : {0U, 1U, 2U, 4U}) {
      const Table table =
          overlapping_table((flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, normalizer);
      for (const SpecialRule rule : special_rules) {
        tables.push_back(table);
        tables.back().profile.added.rule = rule;
        tables.back().profile.name = fmt::format("overlapping literals {}", flags);
      }
    }
  }
  return tables;
}

}  // namespace bpetite::test
