// Tests the oracle, the second implementation that other tests compare with, on examples whose
// results the author worked out by hand: chunks, merges, ids, and bytes that are not UTF-8. Without
// them, the oracle and the reference could have the same mistake.
#include "support/oracle/oracle.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Chunks = std::vector<std::string_view>;
using Ids = std::vector<TokenId>;
using Merges = std::vector<Pair>;

Merges train(std::string_view text, TokenId vocab_size) {
  return oracle::train({&text, 1}, vocab_size);
}

TEST_CASE("oracle: the chunks of v1") {
  CHECK(oracle::chunks("don't  stop") == Chunks{"don", "'t", " ", " stop"});
  CHECK(oracle::chunks("a1!? \n") == Chunks{"a", "1", "!?", " \n"});
  CHECK(oracle::chunks("''s 'S") == Chunks{"''", "s", " '", "S"});
  CHECK(oracle::chunks("\u00a0x\u00a0\u00a0y") == Chunks{"\u00a0", "x", "\u00a0", "\u00a0", "y"});
}

TEST_CASE("oracle: the chunks of nanochat") {
  CHECK(oracle::chunks("a1234\n\n b", profiles::nanochat()) ==
        Chunks{"a", "12", "34", "\n\n", " b"});
  CHECK(oracle::chunks("x'ſ y!\r\nz", profiles::nanochat()) ==
        Chunks{"x", "'ſ", " y", "!\r\n", "z"});
  CHECK(oracle::chunks("  \n \n  9", profiles::nanochat()) == Chunks{"  \n \n", " ", " ", "9"});
}

TEST_CASE("oracle: merges worked out by hand") {
  CHECK(train("ab ab ab", 258) == Merges{{97, 98}, {32, 256}});
  CHECK(train("abbb", 259) == Merges{{98, 98}, {97, 256}, {257, 98}});
  CHECK(train("bc xy ab", 257) == Merges{{32, 97}});
  CHECK(train("a", 300).empty());
}

TEST_CASE("oracle: ids worked out by hand") {
  const Table table = v1_table({{97, 97}, {256, 97}, {98, 97}});
  CHECK(oracle::encode_chunk("aaaa", table) == Ids{256, 256});
  CHECK(oracle::encode_chunk("aaa", table) == Ids{257});
  CHECK(oracle::encode_chunk("baaa", table) == Ids{98, 257});
  CHECK(oracle::encode("a<|endoftext|>aa", table) == Ids{97, 259, 256});
}

TEST_CASE("oracle: ill-formed sequences") {
  CHECK_FALSE(oracle::first_ill_formed("a\u20ac\U0001F600"));
  CHECK(oracle::first_ill_formed("a\xe2\x82") == 1U);
  CHECK(oracle::first_ill_formed("\xed\xa0\x80") == 0U);
  CHECK(oracle::first_ill_formed("ab\xc0\x80") == 2U);
  CHECK(oracle::first_ill_formed("\xf4\x90\x80\x80") == 0U);
}

}  // namespace
}  // namespace bpetite::test
