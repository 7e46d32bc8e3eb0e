// Tests encoding by the reference, the simple implementation (spec/04-encode.md). Special tokens
// are found first. Then the pattern of the profile cuts chunks, and each chunk is merged in the
// order of the ranks, from left to right. The empty text has no ids, and any bytes can be encoded.
// A merge is found by the ids of its pair, so a chunk with the bytes of a token may become several
// ids. Tests tables with a pair listed twice, with equal bytes, and with the ids of bytes in
// another order. Also tests tables of rank files, which look tokens up by their bytes. The ids must
// be those of the oracle, a second implementation in the tests.
#include "reference/encode.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reference/decode.hpp"
#include "reference/merge.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

bool uses_merges(const Ids& ids) {
  return std::any_of(ids.begin(), ids.end(), [](TokenId id) { return id >= 256; });
}

void append(Ids& ids, const Ids& more) { ids.insert(ids.end(), more.begin(), more.end()); }

// The ids of the chunks of a text without special tokens.
Ids encoded_by_chunk(std::string_view text, const Table& table) {
  Ids ids;
  for (const std::string_view chunk : oracle::chunks(text)) {
    append(ids, reference::encode_chunk(chunk, table));
  }
  return ids;
}

// A table as from a rank file: its tokens are all single bytes and some longer ones in any order,
// and the id of a token is its rank.
Table rank_table(const std::vector<Pair>& merges, std::size_t turn, bool bytes_last) {
  const Table source = v1_table(merges);
  std::set<std::string> longer(source.tokens.begin() + 256, source.tokens.end());
  Table table;
  table.profile = source.profile;
  table.profile.merging = Merging::bytes;
  for (std::size_t i = 256; i < source.tokens.size(); ++i) {
    if (longer.erase(source.tokens[i]) > 0) {
      table.tokens.push_back(source.tokens[i]);
    }
  }
  const auto place = bytes_last ? table.tokens.end() : table.tokens.begin();
  table.tokens.insert(place, source.tokens.begin(), source.tokens.begin() + 256);
  const auto middle = static_cast<std::ptrdiff_t>(turn % table.tokens.size());
  std::rotate(table.tokens.begin(), table.tokens.begin() + middle, table.tokens.end());
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    if (table.tokens[id].size() == 1) {
      table.byte_ids[static_cast<unsigned char>(table.tokens[id][0])] = static_cast<TokenId>(id);
    }
  }
  return table;
}

PROPERTY_CASES("FR-16a FR-16b FR-16c FR-16d S9a S9c", "the ids are those of the oracle", 4000) {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  const Ids ids = reference::encode(given.text, table);
  RC_ASSERT(ids == oracle::encode(given.text, table));
  RC_CLASSIFY(uses_merges(ids), "merged");
}

PROPERTY("FR-16a", "special tokens are found before chunks and merges") {
  // The merges join the letters of the literal. An encoder that looks for special tokens after
  // merging would not find it.
  const std::string literal(end_of_text);
  std::vector<Pair> merges = {{'<', '|'}, {256, 'e'}, {'|', '>'}, {'o', 'f'}};
  const Table table = v1_table(merges);
  const std::string before = *pair_rich_text();
  const std::string after = *pair_rich_text();
  Ids expected = encoded_by_chunk(before, table);
  expected.push_back(table.specials[0].id);
  append(expected, encoded_by_chunk(after, table));
  RC_ASSERT(reference::encode(before + literal + after, table) == expected);
}

PROPERTY("FR-16b S4b", "ordinary text is encoded chunk by chunk") {
  const EncodeCase given = *encode_case();
  Table table = v1_table(given.merges);
  table.specials.clear();
  const Ids ids = reference::encode(given.text, table);
  RC_ASSERT(ids == encoded_by_chunk(given.text, table));

  // If a text were encoded as one chunk, its ids would often differ.
  RC_CLASSIFY(ids != reference::encode_chunk(given.text, table), "chunks matter");
}

PROPERTY("FR-16c", "a chunk is merged in rank order, one pass for each merge of the list") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  Ids ids = reference::byte_tokens(given.text, table);
  std::size_t next_rank = 0;
  for (const auto& step : reference::merge_steps(given.text, table)) {
    RC_ASSERT(step.rank >= next_rank);
    RC_ASSERT(step.pair == table.merges[step.rank]);
    RC_ASSERT(step.token == 256 + step.rank);
    reference::merge_pass(ids, step.pair, step.token);
    RC_ASSERT(ids == step.ids);
    next_rank = step.rank + 1;
  }
  RC_ASSERT(ids == reference::encode_chunk(given.text, table));
  RC_CLASSIFY(next_rank > 0, "merged");
}

PROPERTY("FR-16d", "each pass goes from left to right, without overlap") {
  const auto length = *number_between<std::size_t>(0, 200);
  const std::string run(length, 'a');
  const Ids ids = reference::encode_chunk(run, v1_table({{97, 97}}));
  RC_ASSERT(ids.size() == (length + 1) / 2);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    RC_ASSERT(ids[i] == (i < length / 2 ? 256U : 97U));
  }
  RC_CLASSIFY(length % 2 == 1, "odd");
}

PROPERTY("FR-17", "the empty text has no ids, whatever the table") {
  const Table table = v1_table(*merge_list());
  RC_ASSERT(reference::encode("", table).empty());
  RC_ASSERT(reference::encode_chunk("", table).empty());
  RC_CLASSIFY(!table.merges.empty(), "with merges");
}

PROPERTY("S9a", "a merge is looked up by its ids: equal bytes made otherwise are not merged") {
  // (a,b) -> 256, (a,a) -> 257, (257,b) -> 258. First "aab" becomes a 256, and the list has no pair
  // (a,256), although 258 has the same bytes.
  const auto a = *number_between<TokenId>('a', 'm');
  const auto b = *number_between<TokenId>('n', 'z');
  const Table table = v1_table({{a, b}, {a, a}, {257, b}});
  const std::string text = {static_cast<char>(a), static_cast<char>(a), static_cast<char>(b)};
  RC_ASSERT(reference::encode(text, table) == (Ids{a, 256}));
  RC_ASSERT(table.tokens[258] == text);
}

PROPERTY("S9b", "a chunk that equals a token gets no short cut") {
  const Table table = v1_table(*merge_list());
  const auto last = table.tokens.size() - 1;
  const auto id = *number_between(std::min<std::size_t>(256, last), last);
  const Ids ids = reference::encode_chunk(table.tokens[id], table);
  RC_ASSERT(ids == oracle::encode_chunk(table.tokens[id], table));
  RC_CLASSIFY(ids.size() > 1, "not a single token");
}

CLAUSE_TEST("S9b", "abc is a token, and yet the chunk abc is not that token") {
  const Table table = v1_table({{'b', 'c'}, {'a', 'b'}, {257, 'c'}});
  REQUIRE(table.tokens[258] == "abc");
  REQUIRE(reference::encode("abc", table) == Ids{'a', 256});
}

PROPERTY_CASES("S9c", "a pass for each rank gives what the lowest rank first, leftmost first gives",
               4000) {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  const Ids ids = reference::encode_chunk(given.text, table);
  RC_ASSERT(ids == oracle::encode_chunk(given.text, table));
  RC_CLASSIFY(uses_merges(ids), "merged");
}

PROPERTY("S12",
         "of a pair that is listed twice the lower rank wins; the later token never occurs") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  std::map<Pair, TokenId> first;
  std::set<TokenId> unreachable;
  for (std::size_t rank = 0; rank < given.merges.size(); ++rank) {
    const auto token = static_cast<TokenId>(256 + rank);
    if (!first.try_emplace(given.merges[rank], token).second) {
      unreachable.insert(token);
    }
  }
  for (const TokenId id : reference::encode_chunk(given.text, table)) {
    RC_ASSERT(unreachable.count(id) == 0U);
  }
  RC_CLASSIFY(!unreachable.empty(), "with a repeated pair");
}

PROPERTY("S12", "two pairs may have the same bytes: each makes its own token") {
  const auto a = *number_between<TokenId>('a', 'z');
  const std::string one(1, static_cast<char>(a));
  const Table table = v1_table({{a, a}, {a, 256}, {256, a}});
  RC_ASSERT(table.tokens[257] == table.tokens[258]);
  RC_ASSERT(reference::encode(one + one + one, table) == (Ids{258}));
  RC_ASSERT(reference::decode(Ids{257, 258}, table) == one + one + one + one + one + one);
}

PROPERTY("S18", "every byte has a token, so that any bytes can be encoded") {
  const Table table = v1_table(*merge_list());
  const auto byte = static_cast<char>(static_cast<unsigned char>(*number_between(0, 255)));
  RC_ASSERT(reference::encode_chunk(std::string(1, byte), table) ==
            (Ids{static_cast<unsigned char>(byte)}));
  const std::string bytes = *any_bytes();
  for (const TokenId id : reference::encode_chunk(bytes, table)) {
    RC_ASSERT(id < table.tokens.size());
  }
}

PROPERTY("S19a", "the ids of the bytes are the table's, in any order") {
  const EncodeCase given = *encode_case();
  const auto turn = *number_between<TokenId>(0, 255);
  const Table table = v1_table(given.merges);
  const auto turned = [turn](TokenId id) { return id < 256 ? (id + turn) % 256 : id; };

  // The same table with its byte ids moved by `turn` gives the same ids, moved by `turn`.
  Table other = table;
  for (TokenId byte = 0; byte < 256; ++byte) {
    other.byte_ids[byte] = turned(byte);
    other.tokens[turned(byte)] = table.tokens[byte];
  }
  for (auto& [left, right] : other.merges) {
    left = turned(left);
    right = turned(right);
  }
  Ids expected = reference::encode_chunk(given.text, table);
  std::transform(expected.begin(), expected.end(), expected.begin(), turned);
  RC_ASSERT(reference::encode_chunk(given.text, other) == expected);
  RC_CLASSIFY(uses_merges(expected), "merged");
}

PROPERTY("S19a S3c", "the pattern of the profile cuts the text") {
  const EncodeCase given = *encode_case();
  const std::string text = *class_edge_text() + given.text;
  const Table table = v1_table(given.merges);
  const Table other = cut_as(table, profiles::nanochat());
  const Ids ids = reference::encode(text, other);
  RC_ASSERT(ids == oracle::encode(text, other));
  RC_CLASSIFY(ids != reference::encode(text, table), "the pattern matters");
}

PROPERTY_CASES("S19b", "looked up by bytes, the rank of the joined bytes decides", 3000) {
  const EncodeCase given = *encode_case();
  const auto turn = *number_between<std::size_t>(0, 600);
  const Table table = rank_table(given.merges, turn, *rc::gen::arbitrary<bool>());
  const Ids ids = reference::encode(given.text, table);
  RC_ASSERT(ids == oracle::encode(given.text, table));
  const auto longer = [&](TokenId id) { return table.tokens[id].size() > 1; };
  RC_CLASSIFY(std::any_of(ids.begin(), ids.end(), longer), "merged");
}

PROPERTY("S19b", "looked up by bytes, a whole chunk that is a token is taken at once") {
  const Table table = rank_table(*merge_list(), 0, true);
  const auto last = static_cast<TokenId>(table.tokens.size() - 1);
  const auto id = *number_between<TokenId>(0, *rc::gen::element<TokenId>(last - 255, last));
  RC_ASSERT(reference::encode_chunk(table.tokens[id], table) == (Ids{id}));
  RC_CLASSIFY(table.tokens[id].size() > 1, "longer than a byte");
}

}  // namespace
}  // namespace bpetite::test
