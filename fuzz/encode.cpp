// Any merges with any text: the reference, the oracle and the engine give the same ids, at each
// level of the machine; decode gives back the text, and the engine cuts the chunks of each pattern
// as the reference does.
#include "reference/encode.hpp"

#include <optional>
#include <string>

#include <bpetite/errors.hpp>

#include "engine/encode.hpp"
#include "engine/scan/utf8.hpp"
#include "harness.hpp"
#include "reference/decode.hpp"
#include "support/oracle.hpp"
#include "support/scanned.hpp"
#include "support/tables.hpp"
#include "support/v1.hpp"

namespace {

// By pairs and by bytes, one of the patterns, at each level of the machine. (The reference's time
// by bytes grows with the square.)
void check_levels(const std::string& text, const bpetite::Table& table) {
  using namespace bpetite;
  const test::Scanned& scanned = test::all_scanned[text.size() % test::all_scanned.size()];
  for (const Table& one : {table, test::by_bytes(table)}) {
    Table plain = one;
    plain.specials.clear();
    assert_internal(!test::ids_differ_at({text, text + text}, plain, scanned, 1000),
                    "a level has other ids");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bpetite;
  fuzz::Input input(fuzz::bytes_of(data, size));
  const Table table = test::v1_table(input.merges());
  const std::string_view text = input.rest();

  // S9c on any bytes at all, FR-16 on text, S1a on what is none.
  assert_internal(reference::encode_chunk(text, table) == test::oracle::encode_chunk(text, table),
                  "reference and oracle merge a chunk differently");
  const std::optional<std::size_t> ill_formed = test::oracle::first_ill_formed(text);
  assert_internal(engine::first_ill_formed(text) == ill_formed,
                  "the engine judges UTF-8 otherwise");
  try {
    const std::vector<TokenId> ids = reference::encode(text, table);
    assert_internal(!ill_formed, "ill-formed text was encoded");
    assert_internal(ids == test::oracle::encode(text, table), "reference and oracle differ");
    assert_internal(engine::Encoder(table).encode(text) == ids, "reference and engine differ");
    assert_internal(test::scan_difference(text).empty(), "the engine cuts elsewhere");
    if (text.size() <= 300) check_levels(std::string(text), table);
    assert_internal(reference::decode(ids, table) == text, "the text does not come back");
  } catch (const UnicodeDecodeError& error) {
    assert_internal(ill_formed == error.offset(), "another offset than the oracle's");
  }
  return 0;
}
