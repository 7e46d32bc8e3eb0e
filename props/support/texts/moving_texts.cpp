// Makes the tables and texts for tests of text in motion. All tables have the same merges, and
// differ in what is done before chunks are merged.
#include "support/texts/moving_texts.hpp"

#include <fmt/format.h>

#include <memory>

#include "conform/search/random.hpp"
#include "pattern/pattern_error.hpp"
#include "profiles/profiles.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/random_patterns.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

Table table_of(std::vector<Split> splits, conform::search::Random& random) {
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
                          {256, 'c'}});
  table.profile.splits = std::move(splits);
  const auto one_in = [&](std::size_t count) { return random.below(count) == 0; };
  if (one_in(2)) {
    table.profile.normalizer = one_in(2) ? Normalizer::nfc_9_0 : Normalizer::nfc_16_0;
  }
  const bool has_normalizer = table.profile.normalizer != Normalizer::none;
  table.profile.prefix_space = one_in(5);
  table.profile.whole_chunks = one_in(4);
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

}  // namespace

const std::vector<std::unique_ptr<MovingTable>>& moving_tables() {
  static const auto tables = [] {
    std::vector<std::unique_ptr<MovingTable>> all;
    conform::search::Random random(process_seed());
    const auto add = [&](const std::vector<Split>& splits) {
      Table table = table_of(splits, random);
      SpecialChoice choice = choice_for(table, random);
      all.push_back(std::make_unique<MovingTable>(std::move(table), std::move(choice)));
    };
    for (const Profile* const profile :
         {&profiles::v1(), &profiles::gpt2(), &profiles::cl100k(), &profiles::o200k(),
          &profiles::llama3(), &profiles::qwen2(), &profiles::deepseek_v3(), &profiles::nanochat(),
          &profiles::falcon()}) {
      for (int times = 0; times < 4; ++times) add(profile->splits);
    }
    while (all.size() < 76) {
      std::vector<Split> splits;
      for (std::size_t count = 1 + random.below(3); count > 0; --count) {
        splits.push_back(random_split(random));
      }
      try {
        add(splits);
      } catch (const pattern::PatternError&) {  // together they may be too large (S25i)
      }
    }
    return all;
  }();
  return tables;
}

std::string shown(const MovingTable& moving) {
  const Profile& profile = moving.table.profile;
  std::string text;
  for (const Split& split : profile.splits) text += fmt::format("pattern {}\n", split.pattern.text);
  text += fmt::format("normalizer {}, prefix space {}, rule {}, choice {} of {}\n",
                      static_cast<int>(profile.normalizer), profile.prefix_space,
                      static_cast<int>(profile.added.rule), static_cast<int>(moving.choice.kind),
                      fmt::join(moving.choice.literals, " "));
  for (const SpecialToken& token : moving.table.specials) {
    text += fmt::format("{} {}{}{}{}{}{}\n", token.id, token.literal,
                        token.normalized ? " normalized" : "", token.is_special ? "" : " plain",
                        token.lstrip ? " lstrip" : "", token.rstrip ? " rstrip" : "",
                        token.single_word ? " single_word" : "");
  }
  return text;
}

const MovingTable& some_moving_table() {
  const auto& all = moving_tables();
  return *all[*number_between<std::size_t>(0, all.size() - 1)];
}

std::string some_moving_text(int most) {
  static const std::vector<std::string> pieces = {"a",
                                                  "b",
                                                  "c",
                                                  "ab",
                                                  " ",
                                                  "  ",
                                                  "\n",
                                                  "\r\n",
                                                  "\t",
                                                  "'",
                                                  "'l",
                                                  "ll",
                                                  "s",
                                                  "T",
                                                  "1",
                                                  "2",
                                                  "3",
                                                  "123",
                                                  ".",
                                                  "!?",
                                                  "<",
                                                  "<|",
                                                  "x",
                                                  "|>",
                                                  "<|x|>",
                                                  "<|x|>y",
                                                  " <s>",
                                                  "s>",
                                                  "e",
                                                  "\u0301",
                                                  "\u0323",
                                                  "\u00e9",
                                                  "\u0338",
                                                  ">",
                                                  "\u4e2d",
                                                  "\u56fd",
                                                  "\u0e01\u0e34",
                                                  "AV",
                                                  "QZQZQZ",
                                                  "\U0001f600",
                                                  "\u00a0",
                                                  "\u3000",
                                                  "\u1100",
                                                  "\u1161",
                                                  "\u11a8",
                                                  "\u01c5",
                                                  "_",
                                                  "_b",
                                                  "word and",
                                                  "\u017f",
                                                  "\u2019t",
                                                  "\n\n\n",
                                                  "aaaaaaaa",
                                                  "            "};
  std::string text;
  for (int left = *number_between(0, most); left > 0; --left) {
    text += pieces[*number_between<std::size_t>(0, pieces.size() - 1)];
  }
  return text;
}

}  // namespace bpetite::test
