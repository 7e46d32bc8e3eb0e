// Checks every text of one scalar and every chunk of two bytes (spec/09-laws.md).
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"
#include "support/exhaustive.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
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

}  // namespace
}  // namespace bpetite::test
