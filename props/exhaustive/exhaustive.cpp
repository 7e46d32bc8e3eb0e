// Checks small cases of the reference completely (spec/09-laws.md): every text of one scalar is one
// chunk and comes back when its ids are decoded, and every chunk of two bytes is merged into one
// token and comes back, or is reported as ill-formed. One merge pass over every short string
// replaces the pair as it must. All small tables give for all short strings the ids of the oracle,
// a second implementation in the tests.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "reference/pretokenize.hpp"
#include "support/exhaustive.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

TEST_CASE("KANI-TOK-001: all single scalars", "[exhaustive]") {
  // The merges join bytes inside scalars of two, three and four bytes.
  const Table table =
      v1_table({{0xc3, 0xa9}, {0xe4, 0xb8}, {257, 0xad}, {0xf0, 0x9f}, {259, 0x98}});
  const reference::Regex regex = reference::regex_of(profiles::v1());
  const std::uint32_t step = full_bounds() ? 1 : 17;
  std::uint64_t cases = 0;
  std::string text;
  for (std::uint32_t scalar = 0; scalar < 0x110000; scalar += step) {
    if (scalar >= 0xd800 && scalar < 0xe000) {
      continue;
    }
    text.clear();
    utf8::append(text, static_cast<char32_t>(scalar));
    const auto chunks = reference::pretokenize(text, regex);
    const bool whole = chunks.size() == 1 && chunks[0] == text;
    if (!whole || reference::decode(reference::encode_chunk(text, table), table) != text) {
      CAPTURE(scalar, text);
      FAIL("a scalar does not come back");
    }
    ++cases;
  }
  const std::uint64_t expected = full_bounds() ? 1'112'064 : 65'415;
  report_exhaustive("KANI-TOK-001 FR-5 FR-25 TOK-OBL-1",
                    full_bounds() ? "all single scalars" : "every 17th of all single scalars",
                    cases, expected);
}

TEST_CASE("KANI-TOK-001: all byte pairs", "[exhaustive]") {
  std::uint64_t cases = 0;
  for (TokenId left = 0; left < 256; ++left) {
    for (TokenId right = 0; right < 256; ++right) {
      const std::string bytes = {static_cast<char>(static_cast<unsigned char>(left)),
                                 static_cast<char>(static_cast<unsigned char>(right))};
      const Table table = v1_table({{left, right}});
      const auto offset = oracle::first_ill_formed(bytes);
      std::optional<std::size_t> complaint;
      bool same = reference::encode_chunk(bytes, table) == Ids{256} &&
                  reference::decode_bytes(Ids{256}, table) == bytes;
      try {
        same = same && reference::decode(Ids{left, right}, table) == bytes;
      } catch (const UnicodeDecodeError& error) {
        complaint = error.offset();
      }
      if (!same || complaint != offset) {
        CAPTURE(left, right);
        FAIL("a pair of bytes is not merged, or does not come back");
      }
      ++cases;
    }
  }
  report_exhaustive("KANI-TOK-001 FR-16c FR-20 FR-23 TOK-OBL-2", "all byte pairs", cases, 65'536);
}

// Checks one merge pass on every string of at most 16 ids: the merge-pass lemma (spec/09-laws.md).
//
// A pass compares each id only with the two ids of its pair. So a string of the three classes left,
// right and other stands for all strings of ids with these classes:
//
//   left, right, other     3^0 + 3^1 + ... + 3^16   =   64,570,081 strings
//   left = right, other    2^0 + 2^1 + ... + 2^16   =      131,071 strings

using Ids = std::vector<TokenId>;

constexpr std::size_t longest_pass = 16;
constexpr TokenId pass_token = 999;

// Computes the expected result of a pass, id by id: a right id after a left id that is not used yet
// closes the pair. It keeps the state after each place. Successive strings often have the same
// beginning. Then it computes only the places that changed.
class ExpectedPass {
 public:
  explicit ExpectedPass(const Pair& pair) : pair_(pair) {}

  void put(std::size_t place, TokenId id) {
    State state = states_[place];
    if (state.open) {
      out_[state.length - 1] = pair_.left;  // the previous string may have closed the pair here
    }
    if (state.open && id == pair_.right) {
      out_[state.length - 1] = pass_token;
      state.open = false;
    } else {
      out_[state.length++] = id;
      state.open = id == pair_.left;
    }
    states_[place + 1] = state;
  }

  bool is(const Ids& ids, std::size_t places) const {
    return ids.size() == states_[places].length && std::equal(ids.begin(), ids.end(), out_.begin());
  }

 private:
  struct State {
    std::size_t length = 0;
    bool open = false;
  };
  Pair pair_;
  std::array<State, longest_pass + 1> states_{};
  std::array<TokenId, longest_pass> out_{};
};

// Whether replacing each new token by its pair gives the ids before the pass.
bool expands_to(const Ids& merged, const Pair& pair, const Ids& original) {
  std::size_t at = 0;
  for (const TokenId id : merged) {
    if (id != pass_token) {
      if (at >= original.size() || original[at] != id) {
        return false;
      }
      ++at;
    } else {
      if (at + 2 > original.size() || original[at] != pair.left || original[at + 1] != pair.right) {
        return false;
      }
      at += 2;
    }
  }
  return at == original.size();
}

std::uint64_t check_passes(const Pair& pair, const std::array<TokenId, 3>& symbols, unsigned base,
                           std::size_t longest) {
  std::uint64_t cases = 0;
  Ids original;
  Ids merged;
  merged.reserve(longest_pass);
  for (std::size_t length = 0; length <= longest; ++length) {
    StringCounter<longest_pass> counter(base, length);
    ExpectedPass expected(pair);
    original.assign(length, 0);
    for (std::optional<std::size_t> changed = 0; changed; changed = counter.next()) {
      for (std::size_t place = *changed; place < length; ++place) {
        original[place] = symbols[counter[place]];
        expected.put(place, original[place]);
      }
      merged = original;
      reference::merge_pass(merged, pair, pass_token);
      if (!expected.is(merged, length) || !expands_to(merged, pair, original)) {
        CAPTURE(pair.left, pair.right, original, merged);
        FAIL("the pass is wrong");
      }
      ++cases;
    }
  }
  return cases;
}

TEST_CASE("KANI-TOK-001: merge-pass lemma, all class strings of length <= 16", "[exhaustive]") {
  const std::size_t longest = full_bounds() ? longest_pass : 11;
  const std::uint64_t cases =
      check_passes({1, 2}, {1, 2, 3}, 3, longest) + check_passes({1, 1}, {1, 3, 0}, 2, longest);
  const std::uint64_t expected = strings_up_to(3, longest) + strings_up_to(2, longest);
  if (full_bounds()) {
    REQUIRE(expected == 64'701'152);
  }
  report_exhaustive("KANI-TOK-001 FR-10c FR-16d S8 TOK-PHASE-3",
                    "merge-pass lemma, all class strings of length <= " + std::to_string(longest),
                    cases, expected);
}

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

using Ids = std::vector<TokenId>;

constexpr std::size_t longest_string = 13;

// Merges in an array of ids: the pair of the lowest rank first, and the leftmost of several (S9c).
class SmallMerger {
 public:
  explicit SmallMerger(const std::vector<Pair>& merges) {
    for (auto& row : ranks_) {
      row.fill(none);
    }
    for (std::size_t rank = merges.size(); rank-- > 0;) {  // the lowest rank wins (S12)
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
