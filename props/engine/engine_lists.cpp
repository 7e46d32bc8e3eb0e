// Compares engine and reference for unusual lists of merges: ranks that are not in the order of
// ids, other ids for the same tokens, and several merges for one token (S26c). The same for
// profiles in which a whole chunk that is a token becomes that token without merging (S26h). Also
// tests that each profile is cut by its own pattern and version of Unicode, or refused.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/table.hpp"
#include "engine/encode.hpp"
#include "engine/merge/pairs_of_tokens.hpp"
#include "engine/scan/scan.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// A trained list with other ids. For some tokens it has a second merge, of other parts with the
// same bytes, at any rank.
Table shuffled(const std::vector<Pair>& learned) {
  const Table source = v1_table(learned);
  std::vector<TokenId> ids(source.tokens.size());
  std::iota(ids.begin(), ids.end(), TokenId{0});
  for (std::size_t i = 256; i < ids.size(); ++i) {
    std::swap(ids[i], ids[*number_between<std::size_t>(256, i)]);
  }
  std::vector<Pair> merges;
  std::vector<TokenId> results;
  for (std::size_t rank = 0; rank < learned.size(); ++rank) {
    merges.push_back({ids[learned[rank].left], ids[learned[rank].right]});
    results.push_back(ids[source.results[rank]]);
  }
  for (std::size_t token = 256; token < source.tokens.size(); ++token) {
    for (TokenId left = 0; left < source.tokens.size(); ++left) {
      const std::string& bytes = source.tokens[token];
      const std::string& begin = source.tokens[left];
      if (begin.size() >= bytes.size() || !bytes.starts_with(begin)) continue;
      const auto right = std::ranges::find(source.tokens, bytes.substr(begin.size()));
      if (right == source.tokens.end() || *number_between(0, 2) == 0) continue;
      const auto at = *number_between<std::size_t>(0, merges.size());
      const auto second = static_cast<std::size_t>(right - source.tokens.begin());
      merges.insert(merges.begin() + static_cast<std::ptrdiff_t>(at), {ids[left], ids[second]});
      results.insert(results.begin() + static_cast<std::ptrdiff_t>(at), ids[token]);
    }
  }
  return ranked_table(merges, results);
}

PROPERTY("S26c", "merges in any order of ids give the reference's ids") {
  const EncodeCase given = *encode_case();
  const Table table = shuffled(given.merges);
  RC_ASSERT(ids_difference(given.text, table) == "");
  RC_CLASSIFY(!is_rank_order_id_order(table), "ranks are not the order of ids");
}

PROPERTY("S26c S9c", "other numbers for the same tokens change nothing but the numbers") {
  const EncodeCase given = *encode_case();
  const Table source = v1_table(given.merges);
  // The order of the ids is reversed, so the other rule is used.
  const auto last = static_cast<TokenId>(source.tokens.size() + 255);
  const auto other = [&](TokenId id) { return id < 256 ? id : last - id; };
  std::vector<Pair> merges;
  std::vector<TokenId> results;
  for (std::size_t rank = 0; rank < given.merges.size(); ++rank) {
    merges.push_back({other(given.merges[rank].left), other(given.merges[rank].right)});
    results.push_back(other(source.results[rank]));
  }
  Table table = ranked_table(merges, results);
  table.specials = {};
  Table plain = source;
  plain.specials = {};
  std::vector<TokenId> wanted = reference::encode(given.text, plain);
  std::ranges::transform(wanted, wanted.begin(), other);
  RC_ASSERT(reference::encode(given.text, table) == wanted);
  RC_ASSERT(ids_difference(given.text, table) == "");
  RC_CLASSIFY(given.merges.size() > 1, "the order is turned round");
}

CLAUSE_TEST("S26d", "a profile is cut by its own pattern and version, or refused") {
  Table table = v1_table({{'a', 'b'}, {0xCB, 0x90}});
  // U+02D0 and U+0301 test whether a mark ends a word, which depends on the pattern.
  const std::string text = "ab\u02d0\u0301ab 12 \U0001323f";
  table.profile = with_version(table.profile, unicode::Version::v13_0);
  CHECK(ids_difference(text, table) == "");
  CHECK(engine::scan::chunks("\u0560\U00010597", engine::scan::Cutter(table.profile),
                             engine::machine::level()) ==
        reference::pretokenize("\u0560\U00010597", table.profile));
  table.profile = profiles::cl100k();
  table.profile.splits.front().pattern.text = "\\p{N}+|\\P{N}+";
  CHECK(ids_difference(text, table) == "");
  table.profile.splits.front().pattern.text = "(?<=a)b";
  CHECK_THROWS_AS(engine::Encoder(table), ValueError);
  for (const Profile* profile : profiles::all()) {
    INFO(profile->name);
    table.profile = *profile;
    CHECK(ids_difference(text, table) == "");
  }
}

std::string letters_a_and_b(std::size_t least, std::size_t most) {
  std::string text;
  for (auto left = *number_between<std::size_t>(least, most); left > 0; --left) {
    text += *number_between(0, 2) == 0 ? 'b' : 'a';
  }
  return text;
}

// A table of tokens of some letters. A token has some of the merges that could make it, in any
// order, or no merge. The parts of a merge may have higher ids. Some tokens have the bytes of other
// tokens, and most of these are never made.
Table listed_table() {
  Table table = v1_table({});
  table.specials.clear();
  table.profile.whole_chunks = *number_between(0, 1) == 1;
  for (auto left = *number_between(0, 12); left > 0; --left) {
    table.tokens.push_back(letters_a_and_b(2, 5));
    const auto first = std::ranges::find(table.tokens, table.tokens.back());
    if (first + 1 == table.tokens.end() || *number_between(0, 2) == 0) continue;
    table.text_tokens.push_back(static_cast<TokenId>(table.tokens.size() - 1));
  }
  for (TokenId token = 256; token < table.tokens.size(); ++token) {
    if (std::ranges::binary_search(table.text_tokens, token)) continue;
    const std::string& bytes = table.tokens[token];
    if (*number_between(0, 5) == 0) continue;
    for (std::size_t i = 1; i < bytes.size(); ++i) {
      const std::size_t size = *number_between(0, 1) == 0 ? i : bytes.size() - i;
      const auto begin = std::ranges::find(table.tokens, bytes.substr(0, size));
      const auto end = std::ranges::find(table.tokens, bytes.substr(size));
      if (begin == table.tokens.end() || end == table.tokens.end()) continue;
      const Pair pair{static_cast<TokenId>(begin - table.tokens.begin()),
                      static_cast<TokenId>(end - table.tokens.begin())};
      if (std::ranges::find(table.merges, pair) != table.merges.end()) continue;
      table.merges.push_back(pair);
      table.results.push_back(token);
    }
  }
  return table;
}

PROPERTY("S26c S26h", "several merges for a token, and whole chunks, give the reference's ids") {
  const Table table = listed_table();
  RC_ASSERT(engine::merge::is_ascending(table));
  const std::string text =
      letters_a_and_b(1, 12) + " " + letters_a_and_b(0, 6) + "1" + letters_a_and_b(0, 40);
  RC_ASSERT(ids_difference(text, table) == "");
  RC_CLASSIFY(table.profile.whole_chunks, "whole chunks");
  RC_CLASSIFY(std::ranges::adjacent_find(table.results) != table.results.end(),
              "several merges for a token");
  bool is_part_later = false;
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    is_part_later = is_part_later || std::max(left, right) > table.results[rank];
  }
  RC_CLASSIFY(is_part_later, "a part with a higher id");
  std::vector<std::string> made;
  for (TokenId id = 256; id < table.tokens.size(); ++id) {
    if (!std::ranges::binary_search(table.text_tokens, id)) made.push_back(table.tokens[id]);
  }
  std::ranges::sort(made);
  RC_CLASSIFY(std::ranges::adjacent_find(made) != made.end(), "two tokens with the same bytes");
}

// Merging gives the one of two tokens with the same bytes, and a whole chunk is the other one.
CLAUSE_TEST("S26h", "of two tokens with the same bytes the same one is a whole chunk") {
  for (const std::vector<TokenId>& results :
       {std::vector<TokenId>{256, 257, 258}, std::vector<TokenId>{256, 258, 257}}) {
    Table table = v1_table({{'a', 'a'}, {256, 'a'}, {'a', 256}});
    table.specials.clear();
    table.results = results;
    table.profile.whole_chunks = true;
    for (const std::string_view text : {"aaa", " aaa", "aaaa", "aa aaa"}) {
      INFO(text);
      CHECK(ids_difference(std::string(text), table) == "");
    }
  }
}

PROPERTY("S26h", "whole chunks are taken where ranks are not the order of ids") {
  Table table = listed_table();
  table.profile.whole_chunks = true;
  std::ranges::reverse(table.merges);
  std::ranges::reverse(table.results);
  const std::string text = letters_a_and_b(1, 12) + " " + letters_a_and_b(0, 6);
  RC_ASSERT(ids_difference(text, table) == "");
  RC_CLASSIFY(!engine::merge::is_ascending(table), "ranks are not the order of ids");
}

}  // namespace
}  // namespace bpetite::test
