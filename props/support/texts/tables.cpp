// Makes tables for tests, and compares how the engine and the reference merge with them.
#include "support/texts/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>

#include "engine/machine/level.hpp"
#include "engine/merge/huge_chunk.hpp"
#include "engine/merge/merge.hpp"
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

}  // namespace bpetite::test
