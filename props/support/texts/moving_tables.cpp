// Makes the tables for tests of text in motion. All tables have the same merges, and differ in what
// is done before chunks are merged. Finds special ids, and counts slices.
#include "support/texts/moving_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "conform/search/random.hpp"
#include "engine/scan/scan.hpp"
#include "pattern/pattern_error.hpp"
#include "profiles/profiles.hpp"
#include "support/texts/random_patterns.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

constexpr std::array profile_names = {"v1",    "gpt2",        "cl100k",   "o200k", "llama3",
                                      "qwen2", "deepseek_v3", "nanochat", "falcon"};
static_assert(profile_names.size() * tables_a_profile == profile_tables);

Table table_of(const Profile& profile, conform::search::Random& random) {
  Table table = v1_table({{'a', 'b'},
                          {' ', 'a'},
                          {'l', 'l'},
                          {10, 10},
                          {' ', ' '},
                          {195, 169},
                          {228, 184},
                          {262, 173},
                          {'1', '2'},
                          {264, '3'},
                          {'Q', 'Z'},
                          {266, 266},
                          {'\'', 258},
                          {256, 256},
                          {256, 'c'},
                          {'c', ' '},
                          {'2', ' '}});
  table.profile.name = profile.name;
  table.profile.splits = profile.splits;
  table.profile.normalizer = profile.normalizer;
  const auto one_in = [&](std::size_t count) { return random.below(count) == 0; };
  if (profile.normalizer == Normalizer::none && one_in(2)) {
    table.profile.normalizer = one_in(2) ? Normalizer::nfc_9_0 : Normalizer::nfc_16_0;
  }
  const bool has_normalizer = table.profile.normalizer != Normalizer::none;
  table.profile.prefix_space = one_in(5);
  table.profile.whole_chunks = profile.whole_chunks || one_in(4);
  table.specials.clear();
  TokenId id = 1000;
  for (const char* literal : {"<|x|>", "<|x|>y", "ab", "b<", "|>b", " <s>", "\u00e9>"}) {
    if (one_in(3)) continue;
    SpecialToken token{literal, id++, one_in(2), !one_in(3)};
    if (table.profile.prefix_space && has_normalizer) token.normalized = false;
    if (!token.normalized || !has_normalizer) {
      token.lstrip = one_in(5);
      token.rstrip = one_in(5);
      token.single_word = one_in(5);
    }
    table.specials.push_back(token);
  }
  if (one_in(4)) table.profile.added.rule = SpecialRule::refused_unless_allowed;
  // Texts lose a letter, and a byte of marks (S31d).
  table.profile.drops_missing_bytes = one_in(6);
  for (const unsigned byte : {0x73U, 0x81U}) {
    if (table.profile.drops_missing_bytes) table.tokens[byte].clear();
  }
  return table;
}

// What the rule of the table lets a caller choose.
SpecialChoice choice_for(const Table& table, conform::search::Random& random) {
  if (table.profile.added.rule != SpecialRule::refused_unless_allowed) {
    return random.below(4) == 0 ? SpecialChoice::ordinary() : SpecialChoice{};
  }
  switch (random.below(4)) {
    case 0:
      return SpecialChoice::all();
    case 1:
      return SpecialChoice::ordinary();
    case 2: {
      std::vector<std::string> literals;
      for (const SpecialToken& token : table.specials) {
        if (token.is_special && random.below(2) == 0) literals.push_back(token.literal);
      }
      return SpecialChoice::only(literals);
    }
    default:
      return {};
  }
}

// One to three random patterns, of a profile that has this name.
Profile generated_profile(conform::search::Random& random) {
  Profile profile;
  profile.name = "generated";
  for (std::size_t count = 1 + random.below(3); count > 0; --count) {
    profile.splits.push_back(random_split(random));
  }
  return profile;
}

}  // namespace

MovingTable::MovingTable(Table made, SpecialChoice chosen)
    : tokenizer(TokenizerAccess::make(std::move(made))),
      table(TokenizerAccess::table(tokenizer)),
      choice(std::move(chosen)),
      encoder(TokenizerAccess::model(tokenizer).encoder()) {}

std::unique_ptr<MovingTable> make_moving_table(std::uint64_t seed, std::size_t number) {
  conform::search::Random random(conform::search::Random(seed).next() + number);
  for (;;) {
    const Profile profile = number < profile_tables
                                ? *profiles::find(profile_names.at(number / tables_a_profile))
                                : generated_profile(random);
    try {
      Table table = table_of(profile, random);
      SpecialChoice choice = choice_for(table, random);
      return std::make_unique<MovingTable>(std::move(table), std::move(choice));
    } catch (const pattern::PatternError&) {  // together they may be too large (S25i)
    }
  }
}

std::string shown(const MovingTable& moving) {
  const Profile& profile = moving.table.profile;
  std::string text;
  for (const Split& split : profile.splits) text += fmt::format("pattern {}\n", split.pattern.text);
  text += fmt::format("normalizer {}, prefix space {}, drops bytes {}, rule {}, choice {} of {}\n",
                      static_cast<int>(profile.normalizer), profile.prefix_space,
                      profile.drops_missing_bytes, static_cast<int>(profile.added.rule),
                      static_cast<int>(moving.choice.kind), fmt::join(moving.choice.literals, " "));
  for (const SpecialToken& token : moving.table.specials) {
    text += fmt::format("{} {}{}{}{}{}{}\n", token.id, token.literal,
                        token.normalized ? " normalized" : "", token.is_special ? "" : " plain",
                        token.lstrip ? " lstrip" : "", token.rstrip ? " rstrip" : "",
                        token.single_word ? " single_word" : "");
  }
  return text;
}

SpecialChoice all_allowed(const Table& table) {
  return table.profile.added.rule == SpecialRule::refused_unless_allowed ? SpecialChoice::all()
                                                                         : SpecialChoice();
}

bool is_ordinary_id(const Table& table, TokenId id) {
  return id < table.tokens.size() && !table.tokens[id].empty();
}

std::vector<TokenId> special_ids(const Table& table, std::span<const TokenId> ids) {
  std::vector<TokenId> found;
  for (const TokenId id : ids) {
    const auto token = std::ranges::find(table.specials, id, &SpecialToken::id);
    if (token != table.specials.end() && token->is_special) found.push_back(id);
  }
  return found;
}

std::vector<std::tuple<TokenId, std::size_t, std::size_t>> places_of_added(
    const Table& table, std::span<const TokenId> ids, std::span<const Span> spans) {
  std::vector<std::tuple<TokenId, std::size_t, std::size_t>> places;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (std::ranges::find(table.specials, ids[i], &SpecialToken::id) == table.specials.end()) {
      continue;
    }
    places.emplace_back(ids[i], spans[i].begin, spans[i].end);
  }
  return places;
}

reference::IsSafeCut is_safe_cut(const MovingTable& moving) {
  return [&moving](std::string_view text, std::size_t at) {
    return engine::scan::is_safe_place(moving.encoder.cutter(), text, at);
  };
}

reference::CountIds count_by_engine(const MovingTable& moving, std::string_view text,
                                    const SpecialChoice& choice) {
  return [&moving, text, choice](std::size_t begin, std::size_t end) -> std::optional<std::size_t> {
    try {
      return moving.encoder.encode(text.substr(begin, end - begin), choice).size();
    } catch (const ValueError&) {
      return std::nullopt;
    }
  };
}

}  // namespace bpetite::test
