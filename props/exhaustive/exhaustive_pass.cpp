// Checks one merge pass on every string of at most 16 ids: the merge-pass lemma (spec/09-laws.md).
//
// A pass compares each id only with the two ids of its pair. So a string of the three classes left,
// right and other stands for all strings of ids with these classes:
//
//   left, right, other     3^0 + 3^1 + ... + 3^16   =   64,570,081 strings
//   left = right, other    2^0 + 2^1 + ... + 2^16   =      131,071 strings
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/merge.hpp"
#include "support/exhaustive.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

constexpr std::size_t longest_pass = 16;
constexpr TokenId pass_token = 999;

// Computes the expected result of a pass, id by id: a right id after a left id that is not used yet
// closes the pair. It keeps the state after each place. Two strings in a row often have the same
// beginning, and then it computes only the places that changed.
class ExpectedPass {
 public:
  explicit ExpectedPass(const Pair& pair) : pair_(pair) {}

  void put(std::size_t place, TokenId id) {
    State state = states_[place];
    if (state.open) {
      out_[state.length - 1] = pair_.left;  // the string before may have closed the pair here
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

}  // namespace
}  // namespace bpetite::test
