// Tests training by the reference, the simple implementation (spec/03-train.md): how pairs are
// counted, chosen and merged, also with counts beyond 32 bits, and the ids of the new tokens. The
// merges must be those of the oracle, a second implementation in the tests, and the same each time;
// a smaller size learns the first of them. Tests also when training ends, the limits of vocab_size,
// that each text is cut alone and in any order, and that progress is reported after each merge.
//
//   "ab ab ab", 258 tokens       merges (a, b), then (space, ab)
#include "reference/train.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "reference/merge.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using reference::best_pair;
using reference::CountedChunk;
using reference::PairCounts;

std::vector<Pair> trained_on(std::string_view text, TokenId vocab_size) {
  return v1_train({&text, 1}, vocab_size).merges;
}

// Small counts of a few pairs, so that several pairs often have the highest count.
PairCounts pair_counts_with_ties() {
  const auto entries = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::array<TokenId, 3>>>(
      rc::gen::container<std::array<TokenId, 3>>(number_between<TokenId>(0, 3))));
  PairCounts counts;
  for (const auto& [left, right, count] : entries) {
    counts[{left * 100, right * 100}] = count + 1;
  }
  return counts;
}

// Lists of only three different ids, in which pairs repeat and overlap.
rc::Gen<std::vector<TokenId>> few_ids() {
  return rc::gen::container<std::vector<TokenId>>(rc::gen::element<TokenId>(97, 98, 256));
}

std::vector<CountedChunk> counted_chunks() {
  std::vector<CountedChunk> chunks;
  const auto several = *rc::gen::scale(
      0.1, rc::gen::container<std::vector<std::vector<TokenId>>>(rc::gen::scale(5.0, few_ids())));
  for (const std::vector<TokenId>& ids : several) {
    chunks.push_back({ids, *number_between<Count>(1, 5)});
  }
  return chunks;
}

PROPERTY_CASES("FR-7 FR-10a FR-10b FR-10c S5 S6 S8", "the merges are those of the oracle", 3000) {
  const TrainCase given = *train_case();
  const auto merges = trained(given).merges;
  RC_ASSERT(merges == oracle::train(views(given.texts), given.vocab_size));
  RC_CLASSIFY(merges.size() >= 3, "three merges or more");
  RC_CLASSIFY(merges.size() + 256 < given.vocab_size, "stopped early");
}

PROPERTY("FR-7 S4b", "pairs are counted within chunks, and no merge holds an end of chunk") {
  const TrainCase given = *train_case();
  const auto texts = views(given.texts);
  const auto chunks = reference::count_chunks(texts, profiles::v1());
  RC_ASSERT(reference::count_pairs(chunks) == oracle::count_pairs(texts));

  // Each learned token occurs inside a chunk.
  std::set<std::string_view> distinct;
  for (const std::string_view text : texts) {
    const auto cut = oracle::chunks(text);
    distinct.insert(cut.begin(), cut.end());
  }
  const Table table = trained(given);
  for (std::size_t id = 256; id < table.tokens.size(); ++id) {
    RC_ASSERT(std::any_of(distinct.begin(), distinct.end(), [&](std::string_view chunk) {
      return chunk.find(table.tokens[id]) != std::string_view::npos;
    }));
  }
  RC_CLASSIFY(!table.merges.empty(), "with merges");
}

PROPERTY("FR-8", "256 byte tokens, then one token a merge, numbered from 256 on") {
  const Table table = trained(*train_case());
  RC_ASSERT(table.tokens.size() == 256 + table.merges.size());
  for (unsigned byte = 0; byte < 256; ++byte) {
    RC_ASSERT(table.byte_ids[byte] == byte);
    RC_ASSERT(table.tokens[byte].size() == 1U);
    RC_ASSERT(static_cast<unsigned char>(table.tokens[byte][0]) == byte);
  }
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    RC_ASSERT(left < 256 + rank);
    RC_ASSERT(right < 256 + rank);
    RC_ASSERT(table.tokens[256 + rank] == table.tokens[left] + table.tokens[right]);
  }
}

PROPERTY("FR-9", "a vocab_size below 256 is a ValueError, whatever the text; 256 learns nothing") {
  const std::string text = *rc::gen::oneOf(any_text(), any_bytes());
  const std::string_view view = text;
  const auto below = *number_between<TokenId>(0, 255);
  try {
    v1_train({&view, 1}, below);
    RC_FAIL("accepted");
  } catch (const ValueError& error) {
    RC_ASSERT(error.kind() == "ValueError");
    RC_ASSERT(error.clause() == "FR-9");
  }
  if (!oracle::first_ill_formed(text)) {
    RC_ASSERT(trained_on(text, 256).empty());
  }
}

PROPERTY("FR-10a", "the pair of the highest count is merged") {
  const PairCounts counts = pair_counts_with_ties();
  const Pair best = best_pair(counts).value();
  for (const auto& [pair, count] : counts) {
    RC_ASSERT(count <= counts.at(best));
  }
}

PROPERTY("FR-10b S6", "a tie goes to the smallest pair") {
  const PairCounts counts = pair_counts_with_ties();
  const Pair best = best_pair(counts).value();
  int tied = 0;
  for (const auto& [pair, count] : counts) {
    if (count == counts.at(best)) {
      RC_ASSERT(best.left < pair.left || (best.left == pair.left && best.right <= pair.right));
      ++tied;
    }
  }
  RC_CLASSIFY(tied > 1, "tied");
}

PROPERTY("FR-10b", "ids are compared as numbers: a tie between 256 and a byte goes to the byte") {
  const auto low = *number_between<TokenId>(0, 255);
  const auto high = *number_between<TokenId>(256, 70000);
  const auto right = *number_between<TokenId>(0, 70000);
  const auto count = *number_between<Count>(1, 1000);
  RC_ASSERT(best_pair({{{high, right}, count}, {{low, 70000}, count}}) == (Pair{low, 70000}));
  RC_ASSERT(best_pair({{{right, high}, count}, {{right, low}, count}}) == (Pair{right, low}));
}

PROPERTY_CASES("FR-10c S8", "a pair is replaced from the left, without overlap", 3000) {
  const std::vector<TokenId> before = *few_ids();
  const Pair pair{*rc::gen::element<TokenId>(97, 98, 256), *rc::gen::element<TokenId>(97, 98, 256)};
  std::vector<TokenId> after = before;
  reference::merge_pass(after, pair, 999);

  // Expands the result: 999 stands for the pair. No pair of the merge may be left.
  std::vector<TokenId> expanded;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i] == 999) {
      expanded.insert(expanded.end(), {pair.left, pair.right});
    } else {
      RC_ASSERT(!(after[i] == pair.left && expanded.size() + 1 < before.size() &&
                  before[expanded.size() + 1] == pair.right));
      expanded.push_back(after[i]);
    }
  }
  RC_ASSERT(expanded == before);
  RC_CLASSIFY(after.size() < before.size(), "replaced");
  RC_CLASSIFY(pair.left == pair.right, "may overlap itself");
}

PROPERTY("FR-11 S7", "training ends at the size asked for, or when no chunk has a pair left") {
  const TrainCase given = *train_case();
  const auto texts = views(given.texts);
  const Table table = trained(given);
  RC_ASSERT(table.tokens.size() <= given.vocab_size);

  // If training stopped early, each chunk is a single token.
  const bool early = table.tokens.size() < given.vocab_size;
  if (early) {
    for (const std::string_view text : texts) {
      for (const std::string_view chunk : oracle::chunks(text)) {
        RC_ASSERT(oracle::encode_chunk(chunk, table).size() == 1U);
      }
    }
  }
  RC_CLASSIFY(early, "stopped early");
}

PROPERTY("S7 S22a", "a pair that occurs once is merged") {
  const std::string word = *rc::gen::container<std::string>(
      *number_between<std::size_t>(2, 12), rc::gen::elementOf(std::string("abcdefghijklmnop")));
  const auto merges = trained_on(word, 400);
  const Table table = v1_table(merges);
  RC_ASSERT(table.tokens.back() == word);
  const auto counts = oracle::count_pairs(std::vector<std::string_view>{word});
  const bool once = std::all_of(counts.begin(), counts.end(),
                                [](const auto& entry) { return entry.second == 1; });
  RC_CLASSIFY(once, "no pair repeats");
}

PROPERTY("FR-12", "the same texts and size give the same merges and the same artifact") {
  const TrainCase given = *train_case();
  const TrainCase copy = given;
  const Table first = trained(given);
  const Table second = trained(copy);
  RC_ASSERT(first.merges == second.merges);
  RC_ASSERT(artifact::serialize(first) == artifact::serialize(second));
  RC_CLASSIFY(!first.merges.empty(), "with merges");
}

PROPERTY("FR-12", "a smaller size learns the first of the same merges") {
  const TrainCase given = *train_case();
  const auto merges = trained(given).merges;
  const auto fewer = *number_between<std::size_t>(0, merges.size());
  const auto texts = views(given.texts);
  const auto start = v1_train(texts, static_cast<TokenId>(256 + fewer)).merges;
  RC_ASSERT(start ==
            std::vector<Pair>(merges.begin(), merges.begin() + static_cast<std::ptrdiff_t>(fewer)));
}

PROPERTY("S5",
         "the count of a pair is the number of its places, overlaps and multiplicity included") {
  const std::vector<CountedChunk> chunks = counted_chunks();
  const PairCounts counts = reference::count_pairs(chunks);
  PairCounts places;
  bool overlap = false;
  for (const auto& [ids, count] : chunks) {
    for (Count copy = 0; copy < count; ++copy) {
      for (std::size_t i = 1; i < ids.size(); ++i) {
        ++places[{ids[i - 1], ids[i]}];
        overlap = overlap || (i > 1 && ids[i - 2] == ids[i - 1] && ids[i - 1] == ids[i]);
      }
    }
  }
  RC_ASSERT(counts == places);
  RC_CLASSIFY(overlap, "overlapping");
}

PROPERTY("S5", "counts beyond 32 bits stay exact") {
  const auto huge = *number_between<Count>(Count{1} << 32, Count{1} << 60);
  const std::vector<CountedChunk> chunks = {{{98, 99}, huge * 2 + 1}, {{97, 97, 97}, huge}};
  const PairCounts counts = reference::count_pairs(chunks);
  RC_ASSERT(counts.at({97, 97}) == huge * 2);
  RC_ASSERT(counts.at({98, 99}) == huge * 2 + 1);
  RC_ASSERT(best_pair(counts) == (Pair{98, 99}));
}

PROPERTY("S16", "a vocab_size above the limit is a ValueError") {
  const auto above = *number_between<TokenId>(max_vocab_size + 1, 0xfffffffe);
  try {
    trained_on("ab", above);
    RC_FAIL("accepted");
  } catch (const ValueError& error) {
    RC_ASSERT(error.clause() == "S16");
  }
}

CLAUSE_TEST("S16", "2^24 itself is accepted") {
  static_assert(max_vocab_size == 16'777'216);
  REQUIRE(trained_on("abab", max_vocab_size) == (std::vector<Pair>{{97, 98}, {256, 256}}));
}

PROPERTY("S20", "the order of texts does not matter") {
  const TrainCase given = *train_case();
  TrainCase shuffled = given;
  const auto turn = *number_between<std::size_t>(0, given.texts.size() - 1);
  std::rotate(shuffled.texts.begin(), shuffled.texts.begin() + static_cast<std::ptrdiff_t>(turn),
              shuffled.texts.end());
  if (*rc::gen::arbitrary<bool>()) {
    std::reverse(shuffled.texts.begin(), shuffled.texts.end());
  }
  RC_ASSERT(trained(shuffled).merges == trained(given).merges);
  RC_CLASSIFY(shuffled.texts != given.texts, "another order");
}

PROPERTY("S20", "each text is cut alone: joining two can only change what stands at the joint") {
  const std::string first = *pair_rich_text();
  const std::string second = *pair_rich_text();
  const std::vector<std::string_view> apart = {first, second};
  auto alone = reference::count_pairs(reference::count_chunks({&apart[0], 1}, profiles::v1()));
  for (const auto& [pair, count] :
       reference::count_pairs(reference::count_chunks({&apart[1], 1}, profiles::v1()))) {
    alone[pair] += count;
  }
  RC_ASSERT(reference::count_pairs(reference::count_chunks(apart, profiles::v1())) == alone);
  const std::string joined = first + second;
  const std::string_view whole = joined;
  RC_CLASSIFY(oracle::count_pairs({&whole, 1}) != alone, "joining would differ");
}

CLAUSE_TEST("S20",
            "white space at the end of a text stays together, before more text it does not") {
  const std::vector<std::string_view> apart = {"a  ", "b"};
  const std::string_view whole = "a  b";
  REQUIRE(v1_train(apart, 257).merges == std::vector<Pair>{{32, 32}});
  REQUIRE(v1_train({&whole, 1}, 257).merges == std::vector<Pair>{{32, 98}});
}

PROPERTY("FR-12", "progress is reported after each merge, from 1 on") {
  const TrainCase given = *train_case();
  std::vector<std::size_t> reported;
  const Table table = reference::train(views(given.texts), given.vocab_size, profiles::v1(),
                                       [&](std::size_t merges) { reported.push_back(merges); });
  std::vector<std::size_t> expected(table.merges.size());
  std::iota(expected.begin(), expected.end(), std::size_t{1});
  RC_ASSERT(reported == expected);
}

CLAUSE_TEST("FR-10a FR-10b FR-10c S5", "the check values of the requirements") {
  REQUIRE(trained_on("ab ab ab", 258) == std::vector<Pair>{{97, 98}, {32, 256}});
  REQUIRE(trained_on("abbb", 259) == std::vector<Pair>{{98, 98}, {97, 256}, {257, 98}});
  REQUIRE(trained_on("bc xy ab", 257) == std::vector<Pair>{{32, 97}});
  REQUIRE(trained_on("", 300).empty());
}

}  // namespace
}  // namespace bpetite::test
