// Tests how rank files become merges for other libraries, on all small tables of two letters: an
// export may not change any id (S58c, S58e, S58f). The reference encodes every string of a and b up
// to a length.
//
//   ranks   every list of up to 3 tokens of 2 and 3 letters, with the ids of the two letters
//           before them or after them: 2 * (1 + 12 + 132 + 1,320)
//
//   S58c    a merge for every split of each token gives the ids of the ranks
//   S58e    any choice of these merges, with whole chunks and without: if the comparison finds no
//           difference, all ids are the same; if it names a token, some string has other ids
//   S58f    one merge for each token gives the ids of the ranks, or the first token that needs a
//           whole chunk is named
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/merge/merge.hpp"
#include "interop/out/all_splits.hpp"
#include "reference/encode.hpp"
#include "support/exhaustive.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

using engine::merge::first_other_merge;

std::vector<std::string> strings_of(std::size_t shortest, std::size_t longest) {
  std::vector<std::string> strings;
  for (std::size_t length = shortest; length <= longest; ++length) {
    for (std::size_t bits = 0; bits < std::size_t{1} << length; ++bits) {
      std::string text;
      for (std::size_t i = length; i-- > 0;) text += (bits >> i & 1) != 0 ? 'b' : 'a';
      strings.push_back(text);
    }
  }
  return strings;
}

// The table of a rank file with the two letters and these tokens. All other bytes are missing, and
// do not occur in a string.
Table two_letter_table(const std::vector<std::string>& tokens, bool letters_first) {
  Table table;
  table.profile.merging = Merging::bytes;
  if (letters_first) table.tokens = {"a", "b"};
  table.tokens.insert(table.tokens.end(), tokens.begin(), tokens.end());
  if (!letters_first) table.tokens.insert(table.tokens.end(), {"a", "b"});
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    if (table.tokens[id].size() != 1) continue;
    table.byte_ids[static_cast<unsigned char>(table.tokens[id].front())] = id;
  }
  return table;
}

// All lists of up to `most` different tokens, in every order, in both places.
std::vector<Table> rank_tables(std::size_t most) {
  const std::vector<std::string> strings = strings_of(2, 3);
  std::vector<std::vector<std::string>> lists = {{}};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].size() == most) continue;
    for (const std::string& token : strings) {
      if (std::ranges::find(lists[i], token) != lists[i].end()) continue;
      lists.push_back(lists[i]);
      lists.back().push_back(token);
    }
  }
  std::vector<Table> tables;
  for (const auto& list : lists) {
    tables.push_back(two_letter_table(list, true));
    tables.push_back(two_letter_table(list, false));
  }
  return tables;
}

// The table with only the merges whose bit is set.
Table with_merges(const Table& all, std::size_t bits) {
  Table table = all;
  table.merges.clear();
  table.results.clear();
  for (std::size_t rank = 0; rank < all.merges.size(); ++rank) {
    if ((bits >> rank & 1) == 0) continue;
    table.merges.push_back(all.merges[rank]);
    table.results.push_back(all.results[rank]);
  }
  return table;
}

using AllIds = std::vector<std::vector<TokenId>>;

AllIds ids_of(const std::vector<std::string>& strings, const Table& table) {
  const auto tokens = reference::tokens_by_bytes(table);
  AllIds ids;
  for (const std::string& text : strings) {
    ids.push_back(table.profile.merging == Merging::bytes
                      ? reference::encode_chunk_by_bytes(text, table, tokens)
                      : reference::encode_chunk(text, table));
  }
  return ids;
}

std::size_t longest_string() { return full_bounds() ? 7 : 5; }

TEST_CASE("S58c: every split of each token in two merges as its ranks do", "[exhaustive]") {
  const std::vector<std::string> strings = strings_of(1, longest_string());
  std::uint64_t cases = 0;
  for (const Table& ranks : rank_tables(3)) {
    const Table splits = interop::out::with_all_splits(ranks);
    if (ids_of(strings, splits) != ids_of(strings, ranks) || first_other_merge(ranks, splits)) {
      CAPTURE(ranks.tokens);
      FAIL("the splits merge otherwise");
    }
    ++cases;
  }
  report_exhaustive("S58c", "rank files of up to 3 tokens, and their splits", cases,
                    2 * (1 + 12 + 132 + 1320));
}

TEST_CASE("S58e: merges and ranks that are called the same give the same ids", "[exhaustive]") {
  const std::vector<std::string> strings = strings_of(1, longest_string());
  std::uint64_t cases = 0;
  std::uint64_t same = 0;
  for (const Table& ranks : rank_tables(full_bounds() ? 3 : 2)) {
    const AllIds wanted = ids_of(strings, ranks);
    const Table splits = interop::out::with_all_splits(ranks);
    for (std::size_t bits = 0; bits < std::size_t{1} << splits.merges.size(); ++bits) {
      for (const bool whole_chunks : {false, true}) {
        Table merges = with_merges(splits, bits);
        merges.profile.whole_chunks = whole_chunks;
        ++cases;
        const std::optional<TokenId> other = first_other_merge(merges, ranks);
        if (!other) {
          ++same;
          if (ids_of(strings, merges) == wanted) continue;
        } else if (ids_of(strings, merges) != wanted) {
          continue;
        }
        CAPTURE(ranks.tokens, merges.merges, merges.results, whole_chunks, other.value_or(0));
        FAIL("the answer is wrong");
      }
    }
  }
  report_exhaustive("S58e", "merges of up to 3 tokens beside their ranks", cases,
                    full_bounds() ? 26'436 : 1'284);
  CHECK(same > cases / 20);
}

TEST_CASE("S58f: a merge for each token of a rank file, and none for a whole chunk",
          "[exhaustive]") {
  const std::vector<std::string> strings = strings_of(1, longest_string());
  std::uint64_t cases = 0;
  for (const Table& ranks : rank_tables(3)) {
    const std::vector<Pair> pairs = engine::merge::pairs_by_token(ranks);
    Table merges = with_merges(ranks, 0);
    merges.profile.merging = Merging::pairs;
    for (TokenId id = 0; id < pairs.size(); ++id) {
      if (std::max(pairs[id].left, pairs[id].right) >= ranks.tokens.size()) continue;
      merges.merges.push_back(pairs[id]);
      merges.results.push_back(id);
    }
    const std::optional<TokenId> whole = engine::merge::first_whole(ranks);
    const auto is_made = [&](const std::string& token) {
      return reference::encode_chunk(token, merges).size() == 1;
    };
    const auto unmade = std::ranges::find_if_not(ranks.tokens, is_made) - ranks.tokens.begin();
    const bool is_right = whole ? static_cast<std::size_t>(unmade) == *whole
                                : ids_of(strings, merges) == ids_of(strings, ranks);
    if (!is_right) {
      CAPTURE(ranks.tokens, whole.value_or(0));
      FAIL("the merges are wrong, or a whole chunk is");
    }
    ++cases;
  }
  report_exhaustive("S58f", "rank files of up to 3 tokens, and a merge for each", cases,
                    2 * (1 + 12 + 132 + 1320));
}

}  // namespace
}  // namespace bpetite::test
