// Checks every table of at most three merges on every short string (spec/09-laws.md).
//
//   merges    operands          lists
//   0                               1
//   1         a b                   4
//   2         a b 256              36        4 * 9
//   3         a b 256 257         576        4 * 9 * 16
//
// Each of the 617 lists encodes all 2^14 - 1 strings of at most 13 letters a and b. A pass for each
// rank must give the same ids as merging the lowest rank first, and the tokens must join to the
// string.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/encode.hpp"
#include "support/exhaustive.hpp"
#include "support/property.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

constexpr std::size_t longest_string = 13;

// Merges the pair of the lowest rank first, and the leftmost of several (S9c), in an array of ids.
class SmallMerger {
 public:
  explicit SmallMerger(const std::vector<Pair>& merges) {
    for (auto& row : ranks_) {
      row.fill(none);
    }
    for (std::size_t rank = merges.size(); rank-- > 0;) {  // so that the lower rank stays (S12)
      ranks_[index(merges[rank].left)][index(merges[rank].right)] = rank;
    }
  }

  bool agrees(std::string_view chunk, const Ids& ids) {
    std::size_t length = chunk.size();
    for (std::size_t i = 0; i < length; ++i) {
      ids_[i] = static_cast<unsigned char>(chunk[i]);
    }
    while (true) {
      std::size_t lowest = none;
      std::size_t where = 0;
      for (std::size_t i = 0; i + 1 < length; ++i) {
        if (const std::size_t rank = ranks_[index(ids_[i])][index(ids_[i + 1])]; rank < lowest) {
          lowest = rank;
          where = i;
        }
      }
      if (lowest == none) {
        return ids.size() == length && std::equal(ids.begin(), ids.end(), ids_.begin());
      }
      ids_[where] = static_cast<TokenId>(256 + lowest);
      for (std::size_t i = where + 1; i + 1 < length; ++i) {
        ids_[i] = ids_[i + 1];
      }
      --length;
    }
  }

 private:
  static constexpr std::size_t none = 99;
  static std::size_t index(TokenId id) { return id < 256 ? id - 'a' : id - 256 + 2; }

  std::array<std::array<std::size_t, 5>, 5> ranks_{};
  std::array<TokenId, longest_string> ids_{};
};

bool joins_to(const Ids& ids, const Table& table, std::string_view chunk) {
  for (const TokenId id : ids) {
    if (!chunk.starts_with(table.tokens[id])) {
      return false;
    }
    chunk.remove_prefix(table.tokens[id].size());
  }
  return chunk.empty();
}

TEST_CASE(
    "KANI-TOK-001: all tables of up to 3 merges over two letters with all strings of length <= 13",
    "[exhaustive]") {
  const std::size_t longest = full_bounds() ? longest_string : 8;
  const auto lists = merge_lists(3);
  REQUIRE(lists.size() == 617);
  std::uint64_t cases = 0;
  for (const std::vector<Pair>& merges : lists) {
    const Table table = v1_table(merges);
    SmallMerger merger(merges);
    for (std::size_t length = 0; length <= longest; ++length) {
      StringCounter<longest_string> counter(2, length);
      std::string chunk(length, 'a');
      for (std::optional<std::size_t> changed = 0; changed; changed = counter.next()) {
        for (std::size_t place = *changed; place < length; ++place) {
          chunk[place] = counter[place] == 0 ? 'a' : 'b';
        }
        const Ids ids = reference::encode_chunk(chunk, table);
        if (!merger.agrees(chunk, ids) || !joins_to(ids, table, chunk)) {
          CAPTURE(merges.size(), chunk, ids);
          FAIL("a pass for each rank and the lowest rank first differ, or bytes are lost");
        }
        ++cases;
      }
    }
  }
  if (full_bounds()) {
    REQUIRE(lists.size() * strings_up_to(2, longest) == 10'108'311);
  }
  report_exhaustive("KANI-TOK-001 FR-16c S9c S12 TOK-OBL-1",
                    "all tables of up to 3 merges over two letters with all strings of length <= " +
                        std::to_string(longest),
                    cases, lists.size() * strings_up_to(2, longest));
}

}  // namespace
}  // namespace bpetite::test
