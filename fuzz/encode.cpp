// Encodes any text with any merges. The reference, the engine and the oracle (the second
// implementation that tests compare with) must give the same ids, or the same offset of bytes that
// are not UTF-8. Decoding must give the text, and the engine must cut the same chunks as the
// reference for each pattern. For a short text, the engine's code for each instruction set must
// also give the reference's ids. The length of the text then chooses the pattern, and whether a
// merge is found by its pair of ids or by the joined bytes.
#include "reference/encode.hpp"

#include <optional>
#include <string>

#include <bpetite/errors.hpp>

#include "engine/encode.hpp"
#include "engine/scan/utf8.hpp"
#include "harness.hpp"
#include "reference/decode.hpp"
#include "support/oracle/oracle.hpp"
#include "support/scanned.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace {

// Compares ids by pairs or by bytes, for one of the patterns and each level. The text must be
// short: the time of the reference by bytes grows with the square of its length. Its length also
// decides what is compared, since it takes longer to make an encoder than to encode.
void check_levels(const std::string& text, const bpetite::Table& table) {
  using namespace bpetite;
  const std::size_t turn = text.size();
  const test::Scanned& scanned = test::all_scanned[turn % test::all_scanned.size()];
  Table plain = turn % 2 == 0 ? table : test::by_bytes(table);
  plain.specials.clear();
  assert_internal(!test::ids_differ_at({text, text + text}, plain, scanned, 1000),
                  "a level of the engine gives other ids");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bpetite;
  fuzz::Input input(fuzz::bytes_of(data, size));
  const Table table = test::v1_table(input.merges());
  const std::string_view text = input.rest();

  // S9c for any bytes, FR-16 for text, S1a for bytes that are not text.
  assert_internal(reference::encode_chunk(text, table) == test::oracle::encode_chunk(text, table),
                  "reference and oracle merge a chunk differently");
  const std::optional<std::size_t> ill_formed = test::oracle::first_ill_formed(text);
  assert_internal(engine::scan::first_ill_formed(text) == ill_formed,
                  "engine and oracle disagree about UTF-8");
  try {
    const std::vector<TokenId> ids = reference::encode(text, table);
    assert_internal(!ill_formed, "ill-formed text was encoded");
    assert_internal(ids == test::oracle::encode(text, table), "reference and oracle differ");
    assert_internal(engine::Encoder(table, {engine::machine::level(), 1000}).encode(text) == ids,
                    "reference and engine differ");
    assert_internal(test::scan_difference(text).empty(), "reference and engine cut other chunks");
    if (text.size() <= 300) check_levels(std::string(text), table);
    assert_internal(reference::decode(ids, table) == text, "decoding gives another text");
  } catch (const UnicodeDecodeError& error) {
    assert_internal(ill_formed == error.offset(),
                    "the error has another offset than the oracle finds");
  }
  return 0;
}
