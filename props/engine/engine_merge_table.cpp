// Tests the table of pairs: it has all its pairs and no others, and is made in few steps.
#include "engine/merge/merge.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/by_pairs.hpp"
#include "engine/merge/pairs_of_tokens.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using engine::kernels::no_token;
using engine::merge::MergeTable;

// A table of that many tokens. The last three are "ab", "abc" and "abcd". All others but the bytes
// have the same pair, so only the first of them is ever made.
Table table_of_size(std::size_t tokens) {
  Table table = v1_table({});
  table.specials.clear();
  table.tokens.resize(tokens);
  const auto last = static_cast<TokenId>(tokens - 1);
  table.merges.assign(tokens - 256, Pair{'x', 'y'});
  table.merges.end()[-3] = {'a', 'b'};
  table.merges.end()[-2] = {last - 2, 'c'};
  table.merges.end()[-1] = {last - 1, 'd'};
  table.results.resize(table.merges.size());
  std::iota(table.results.begin(), table.results.end(), TokenId{256});
  return table;
}

// A slot of 64 bits has 21 for each id. One id more, and the table is made in another way.
CLAUSE_TEST("FR-16c", "pairs are found on both sides of the border of 2^21 ids") {
  constexpr std::size_t border = std::size_t{1} << engine::kernels::PairView::id_bits;
  for (const std::size_t size : {border - 1, border, border + 1, border + 3}) {
    INFO(size << " ids");
    const Table table = table_of_size(size);
    const MergeTable merges(table);
    const auto last = static_cast<TokenId>(size - 1);
    CHECK(merges.pairs().is_wide() == (size >= border));
    CHECK(merges.pairs().find('x', 'y') == 256);
    CHECK(merges.pairs().find(last - 2, 'c') == last - 1);
    CHECK(merges.pairs().find(last - 1, 'd') == last);
    CHECK(merges.pairs().find(last, 'd') == no_token);
    // What has the same lower 21 bits is another pair.
    CHECK(merges.pairs().find(border + 'x', 'y') == no_token);
    CHECK(merges.pairs().find('x' - 1, border + 'y') == no_token);
    for (const engine::machine::Level level : engine::machine::machine_levels()) {
      for (const std::string_view chunk : {"abcd", "zabcdabcxyabd"}) {
        std::vector<TokenId> ids(chunk.size());
        ids.resize(engine::merge::Merger(merges, level).merge(chunk, ids.data()));
        const std::vector<TokenId> wanted =
            chunk == "abcd" ? std::vector<TokenId>{last}
                            : std::vector<TokenId>{'z', last, last - 1, 256, last - 2, 'd'};
        CHECK(ids == wanted);
      }
    }
  }
}

// Numbers that double: two of n make n + 1, as tokens of 1, 2, 4 bytes do, but for those above a
// limit.
CLAUSE_TEST("S19b", "a token of many parts is merged in few look-ups") {
  constexpr std::size_t count = 40000;
  for (const TokenId limit : {TokenId{0}, TokenId{1}, TokenId{20}}) {
    std::size_t look_ups = 0;
    const auto find = [&](TokenId left, TokenId right) {
      ++look_ups;
      return left == right && left < limit ? left + 1 : no_token;
    };
    engine::merge::LinkedParts<std::size_t> parts(
        count, [](std::size_t) { return TokenId{0}; }, [&](std::size_t) { return find(0, 0); });
    parts.merge(find, [](std::uint32_t rank) { return rank; });
    CHECK(look_ups <= 3 * count);
    std::vector<TokenId> ids(parts.size());
    parts.write(ids.data());
    std::size_t ones = 0;
    for (const TokenId id : ids) ones += std::size_t{1} << id;
    CHECK(ones == count);
    CHECK(ids.size() == (limit == 0 ? count : limit == 1 ? count / 2 : 5));  // 0b1001110001000000
  }
}

// A token of many bytes whose parts are tokens of higher ids: what its bytes become is found by
// looking neighbours up by their bytes.
CLAUSE_TEST("S19b", "long tokens below their parts have the reference's ids") {
  for (const std::size_t size : {3U, 4U, 6U, 40U, 63U, 64U, 96U, 200U, 513U}) {
    Table table = v1_table({});
    table.profile.merging = Merging::bytes;
    table.specials.clear();
    table.tokens.push_back(std::string(size, 'a'));
    table.tokens.push_back(std::string(size - 1, 'a') + "b");
    for (std::size_t part = 2; part < 600; part *= 2) {
      if (part != size) table.tokens.push_back(std::string(part, 'a'));
    }
    table.tokens.push_back("ab");
    const MergeTable merges(table);
    const reference::TokensByBytes tokens = reference::tokens_by_bytes(table);
    for (const std::size_t more : {0U, 1U, 2U, 5U}) {
      for (const std::string& chunk :
           {std::string(size + more, 'a'), std::string(size + more, 'a') + "b",
            std::string(more, 'c') + std::string(size, 'a')}) {
        std::vector<TokenId> ids(chunk.size());
        ids.resize(engine::merge::Merger(merges).merge(chunk, ids.data()));
        CHECK(ids == reference_ids(chunk, table, tokens));
      }
    }
  }
}

PROPERTY("S19b", "the token of two others is the lowest that has their bytes") {
  const auto letters =
      rc::gen::resize(5, rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab"))));
  const auto tokens = *rc::gen::resize(30, rc::gen::container<std::vector<std::string>>(letters));
  const engine::merge::TokenSplits splits(tokens);
  bool some = false;
  for (TokenId left = 0; left < tokens.size(); ++left) {
    for (TokenId right = 0; right < tokens.size(); ++right) {
      if (tokens[left].empty() || tokens[right].empty()) continue;
      const auto found = std::find(tokens.begin(), tokens.end(), tokens[left] + tokens[right]);
      const auto wanted =
          found == tokens.end() ? no_token : static_cast<TokenId>(found - tokens.begin());
      RC_ASSERT(splits.find(left, right) == wanted);
      some = some || wanted != no_token;
    }
  }
  RC_CLASSIFY(some, "a token of two others");
}

}  // namespace
}  // namespace bpetite::test
