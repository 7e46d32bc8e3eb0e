// Makes tables for tests: all small merge lists, tables that look tokens up by their bytes or state
// the result of each merge, and tables with special tokens: those of named profiles, literals that
// overlap, or literals that take the white space beside them or must be whole words. Gives the
// reference's ids of a chunk, and compares how the engine and the reference merge all short
// strings.
#include "support/texts/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "engine/machine/level.hpp"
#include "engine/merge/huge_chunk.hpp"
#include "engine/merge/merge.hpp"
#include "interop/open.hpp"
#include "profiles/profiles.hpp"
#include "reference/train.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

std::vector<std::string> strings_of_two_letters(std::size_t longest) {
  std::vector<std::string> texts;
  for (std::size_t length = 1; length <= longest; ++length) {
    for (std::size_t bits = 0; bits < std::size_t{1} << length; ++bits) {
      texts.emplace_back();
      for (std::size_t i = 0; i < length; ++i) texts.back() += (bits >> i & 1) != 0 ? 'b' : 'a';
    }
  }
  return texts;
}

}  // namespace

std::vector<std::vector<Pair>> merge_lists(std::size_t most) {
  std::vector<std::vector<Pair>> lists = {{}};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::vector<Pair> list = lists[i];
    if (list.size() == most) {
      continue;
    }
    std::vector<TokenId> operands = {'a', 'b'};
    for (std::size_t rank = 0; rank < list.size(); ++rank) {
      operands.push_back(static_cast<TokenId>(256 + rank));
    }
    for (const TokenId left : operands) {
      for (const TokenId right : operands) {
        lists.push_back(list);
        lists.back().push_back({left, right});
      }
    }
  }
  return lists;
}

Table by_bytes(const Table& source) {
  Table table;
  table.profile = source.profile;
  table.profile.merging = Merging::bytes;
  table.tokens.assign(source.tokens.begin() + 256, source.tokens.end());
  std::unordered_set<std::string> seen;
  for (std::string& bytes : table.tokens) {
    if (!seen.insert(bytes).second) bytes.clear();
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    table.byte_ids[byte] = static_cast<TokenId>(table.tokens.size());
    table.tokens.push_back(source.tokens[byte]);
  }
  table.specials = {{std::string(end_of_text), static_cast<TokenId>(table.tokens.size())}};
  return table;
}

Table ranked_table(const std::vector<Pair>& merges, const std::vector<TokenId>& results) {
  Table table = v1_table({});
  table.specials.clear();
  table.merges = merges;
  table.results = results;
  for (const TokenId token : results) {
    if (token >= table.tokens.size()) table.tokens.resize(token + std::size_t{1});
  }
  // A merge may use the result of a later one, whose bytes are not known yet. So repeat the loop as
  // many times as there are merges.
  for (std::size_t left = merges.size(); left > 0; --left) {
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
      const auto& [first, second] = merges[rank];
      if (std::max(first, second) >= table.tokens.size()) {
        throw std::runtime_error(fmt::format("merge {} refers to no token", rank));
      }
      if (table.tokens[first].empty() || table.tokens[second].empty()) continue;
      table.tokens[results[rank]] = table.tokens[first] + table.tokens[second];
    }
  }
  return table;
}

std::vector<TokenId> reference_ids(std::string_view chunk, const Table& table,
                                   const reference::TokensByBytes& tokens) {
  return table.profile.merging == Merging::bytes
             ? reference::encode_chunk_by_bytes(chunk, table, tokens)
             : reference::encode_chunk(chunk, table);
}

Compared compare_merges(const Table& table, std::size_t longest) {
  const std::vector<std::string> texts = strings_of_two_letters(longest);
  const auto tokens = reference::tokens_by_bytes(table);
  const engine::merge::MergeTable hashed(table);
  const engine::merge::TokenTrie trie(table, hashed.pairs(), engine::merge::BytePairs::all());
  Compared compared;
  for (std::size_t from = 0; from < texts.size(); from += engine::kernels::group_size) {
    engine::kernels::ChunkGroup group;
    group.count = std::min(engine::kernels::group_size, texts.size() - from);
    std::array<std::vector<TokenId>, engine::kernels::group_size> wanted;
    for (std::size_t i = 0; i < group.count; ++i) {
      group.chunks[i] = texts[from + i];
      wanted[i] = reference_ids(group.chunks[i], table, tokens);
    }
    for (std::size_t i = 0; trie.is_exact() && i < group.count; ++i) {
      if (hashed.find_whole(group.chunks[i]) != engine::kernels::no_token) continue;
      std::vector<TokenId> laid(group.chunks[i].size());
      laid.resize(trie.merge(group.chunks[i], laid.data()));
      ++compared.count;
      if (laid != wanted[i] && compared.difference.empty()) {
        compared.difference =
            fmt::format("{}: want {}, got {} by the trie", group.chunks[i], wanted[i], laid);
      }
    }
    for (const engine::machine::Level level : engine::machine::machine_levels()) {
      const engine::merge::Merger merger(hashed, level);
      merger.merge_group(group);
      for (std::size_t i = 0; i < group.count; ++i) {
        std::vector<TokenId> alone(group.chunks[i].size());
        alone.resize(merger.merge(group.chunks[i], alone.data()));
        const std::vector<TokenId> in_step(group.ids[i].data(),
                                           group.ids[i].data() + group.sizes[i]);
        compared.count += 2;
        if ((alone != wanted[i] || in_step != wanted[i]) && compared.difference.empty()) {
          compared.difference =
              fmt::format("{} at level {}: want {}, got {} alone and {} in step", group.chunks[i],
                          static_cast<int>(level), wanted[i], alone, in_step);
        }
      }
    }
  }
  return compared;
}

namespace {

constexpr std::size_t learned = 64;   // merges
constexpr std::size_t most_read = 8;  // literals to learn from

// A table with merges of the literals, and of words beside them.
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

// Makes every id `base` higher.
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

// A table with the literals and the flags of the list; or with all literals special, or all found
// in the given text; or with both flags exchanged.
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

std::vector<Table> reaching_tables() {
  std::vector<Table> tables;
  for (const Normalizer normalizer : {Normalizer::none, Normalizer::nfc_9_0}) {
    const bool later = normalizer == Normalizer::none;
    Table table = v1_table({{'<', 's'}, {'<', '|'}, {'s', '>'}, {'a', 'b'}, {' ', ' '}});
    table.profile.normalizer = normalizer;
    table.specials = {{.literal = "<s>", .id = 261, .lstrip = true},
                      {.literal = "<t>", .id = 262, .is_special = false, .rstrip = true},
                      {.literal = "<|s|>", .id = 263, .lstrip = true, .rstrip = true},
                      {.literal = "s><", .id = 264, .normalized = later, .lstrip = later},
                      {.literal = "e>", .id = 265, .normalized = later, .single_word = later},
                      {.literal = "ab", .id = 259, .is_special = false, .single_word = true},
                      {.literal = "\u00f5", .id = 0xF5, .normalized = later, .is_special = false},
                      {.literal = "\u00e9", .id = 0xE9, .is_special = false, .lstrip = true},
                      {.literal = "\u00c3\u00a9\u00a9", .id = 266, .is_special = false}};
    const Table read =
        interop::read_model(tokenizer_json_of(table, false), "made for a test", nullptr);
    for (const SpecialRule rule : special_rules) {
      for (const bool prefix_space : {false, true}) {
        tables.push_back(read);
        tables.back().profile.added.rule = rule;
        tables.back().profile.prefix_space = prefix_space;
        tables.back().profile.name = "literals that look beside them";
      }
    }
  }
  return tables;
}

// Tables without the tokens of some bytes, which a text loses (S31d): of a letter, and of bytes of
// marks and accents.
std::vector<Table> dropping_tables() {
  std::vector<Table> tables;
  for (const Normalizer normalizer : {Normalizer::none, Normalizer::nfc_16_0}) {
    for (const bool prefix_space : {false, true}) {
      Table table = v1_table({{'a', 'b'}, {' ', ' '}});
      for (const unsigned byte : {0x73U, 0x81U, 0xA9U}) table.tokens[byte].clear();
      table.profile.normalizer = normalizer;
      table.profile.prefix_space = prefix_space;
      table.profile.drops_missing_bytes = true;
      table.profile.name = "missing bytes";
      table.specials = {{.literal = "<m>", .id = 300, .lstrip = true, .rstrip = true},
                        {.literal = "<s>", .id = 301, .is_special = false}};
      tables.push_back(std::move(table));
    }
  }
  return tables;
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

const std::vector<Table>& literal_tables() {
  static const std::vector<Table> all = [] {
    std::vector<Table> tables = overlapping_tables();
    for (Table& table : reaching_tables()) tables.push_back(std::move(table));
    for (Table& table : dropping_tables()) tables.push_back(std::move(table));
    return tables;
  }();
  return all;
}

const std::vector<Table>& named_tables() {
  static const std::vector<Table> all = [] {
    std::vector<Table> tables;
    for (const std::string_view name :
         {"v1", "gpt2", "cl100k", "o200k", "llama3", "qwen2", "deepseek_v3", "nanochat"}) {
      const Profile& profile = *profiles::find(name);
      tables.push_back(named_table(profile, profile.added.rule));
    }
    return tables;
  }();
  return all;
}

}  // namespace bpetite::test
