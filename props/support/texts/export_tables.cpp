// Makes random tables for the tests of exports, each part chosen at random: tokens, merges and
// their order, profile and special tokens. Also adds all merges that give a token, makes texts for
// such tables, and gives their ids by the reference.
#include "support/texts/export_tables.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <rapidcheck.h>

#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

bool one_in(int sides) { return *number_between(1, sides) == 1; }

// The two bytes of é are letters too, so some tokens are not text.
const std::vector<std::string>& letters() {
  static const std::vector<std::string> all = {"a", "b", "b", " ", "1", "\xC3", "\xA9"};
  return all;
}

std::string some_letters(std::size_t least, std::size_t most) {
  std::string text;
  for (auto left = *number_between<std::size_t>(least, most); left > 0; --left) {
    text += *rc::gen::elementOf(letters());
  }
  return text;
}

// Distinct tokens with ids from `first` on: the 256 bytes and some others.
std::vector<std::string> some_tokens(std::size_t first) {
  std::vector<std::string> learned;
  for (auto left = *number_between(0, 14); left > 0; --left) {
    std::string token = some_letters(2, 5);
    if (std::ranges::find(learned, token) == learned.end()) learned.push_back(std::move(token));
  }
  std::vector<std::string> tokens(first);
  for (unsigned byte = 0; byte < 256; ++byte) {
    tokens.emplace_back(1, static_cast<char>(static_cast<unsigned char>(byte)));
  }
  tokens.insert(one_in(2) ? tokens.end() : tokens.begin() + static_cast<std::ptrdiff_t>(first),
                learned.begin(), learned.end());
  return tokens;
}

// Some of the merges, in their order or in another one.
void keep_some_merges(Table& table) {
  const int kept = *number_between(0, 3);
  for (std::size_t rank = table.merges.size(); rank-- > 0;) {
    if (kept == 0 || *number_between(0, 4) > kept) continue;
    table.merges.erase(table.merges.begin() + static_cast<std::ptrdiff_t>(rank));
    table.results.erase(table.results.begin() + static_cast<std::ptrdiff_t>(rank));
  }
  if (one_in(6)) {
    std::ranges::reverse(table.merges);
    std::ranges::reverse(table.results);
  }
}

void choose_profile(Profile& profile) {
  const std::vector<const Profile*> known = {
      &profiles::gpt2(),     &profiles::gpt2(),  &profiles::gpt2(),   &profiles::cl100k(),
      &profiles::nanochat(), &profiles::o200k(), &profiles::llama3(), &profiles::deepseek_v3()};
  profile.splits = (*rc::gen::elementOf(known))->splits;
  profile.added.rule = *rc::gen::elementOf(std::vector(special_rules.begin(), special_rules.end()));
  if (one_in(5)) profile.normalizer = Normalizer::nfc_9_0;
  profile.prefix_space = one_in(6);
}

void add_specials(Table& table, std::size_t first) {
  const std::vector<std::string> literals = {"<s>", "</s>", "<|a|>", "ab ab!", "\u4e2d"};
  auto id = first > 0 ? TokenId{0}
                      : static_cast<TokenId>(table.tokens.size()) + *number_between(0U, 2U) * 3;
  for (std::size_t i = 0; i < (first > 0 ? first : *number_between<std::size_t>(0, 4)); ++i) {
    const bool is_ascii = i < 4;
    const bool in_form = table.profile.prefix_space && table.profile.normalizer != Normalizer::none;
    table.specials.push_back({literals[i], id, is_ascii && !in_form && one_in(6), !one_in(8)});
    table.profile.added.tokens.push_back(
        {literals[i], id, table.specials.back().normalized, table.specials.back().is_special});
    id += one_in(6) ? TokenId{2} : TokenId{1};
    if (first > 0) id = static_cast<TokenId>(i + 1);
  }
}

}  // namespace

Table with_splits(Table table) {
  table.profile.merging = Merging::pairs;
  const auto find = [&](std::string_view bytes) {
    const auto found = std::ranges::find(table.tokens, bytes);
    return found == table.tokens.end() || bytes.empty()
               ? table.tokens.size()
               : static_cast<std::size_t>(found - table.tokens.begin());
  };
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    const std::string& bytes = table.tokens[id];
    std::vector<Pair> splits;
    for (std::size_t at = 1; at < bytes.size(); ++at) {
      const std::size_t left = find(std::string_view(bytes).substr(0, at));
      const std::size_t right = find(std::string_view(bytes).substr(at));
      if (std::max(left, right) == table.tokens.size()) continue;
      splits.push_back({static_cast<TokenId>(left), static_cast<TokenId>(right)});
    }
    std::ranges::sort(splits);
    table.merges.insert(table.merges.end(), splits.begin(), splits.end());
    table.results.insert(table.results.end(), splits.size(), id);
  }
  return table;
}

Table any_export_table() {
  Table table;
  table.profile.name = "random";
  table.profile.merging = Merging::bytes;
  choose_profile(table.profile);
  const std::size_t first = one_in(5) ? *number_between<std::size_t>(1, 4) : 0;
  table.tokens = some_tokens(first);
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    if (table.tokens[id].size() != 1) continue;
    table.byte_ids[static_cast<unsigned char>(table.tokens[id].front())] = id;
  }
  add_specials(table, first);
  if (one_in(3)) return table;
  table = with_splits(std::move(table));
  keep_some_merges(table);
  table.profile.whole_chunks = one_in(3);
  if (one_in(6) && !table.specials.empty()) {
    table.profile.ids_around = {{table.specials.front().id}, {table.byte_ids['a']}};
  }
  return table;
}

std::string any_export_text(const Table& table, bool literals) {
  std::vector<std::string> parts = {"a", "b",    "ab",      " ",       "\n", "1",
                                    "1", "12 a", "\u00e9a", "e\u0301", "'S", "Ab"};
  for (const SpecialToken& token : table.specials) {
    if (!literals) break;
    parts.push_back(token.literal);
    parts.push_back(token.literal);
    if (token.literal.size() > 3) parts.push_back(token.literal.substr(0, 2));
  }
  std::string text;
  for (auto left = *number_between(0, 30); left > 0; --left) text += *rc::gen::elementOf(parts);
  if (literals) return text;
  // "ab ab!" could be there by chance, so its sign is removed.
  std::erase_if(text, [](char c) { return c == '<' || c == '!'; });
  return text;
}

std::vector<TokenId> ids_with_specials(const std::string& text, const Table& table) {
  const bool may_allow = table.profile.added.rule == SpecialRule::refused_unless_allowed;
  return reference::encode(text, table, may_allow ? SpecialChoice::all() : SpecialChoice());
}

}  // namespace bpetite::test
