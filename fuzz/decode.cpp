// Decodes any ids, with any merges, by the reference and by the engine. Both must give the joined
// bytes of the tokens if each id is known and the bytes are UTF-8. If not, both must give the same
// error: a KeyError for an unknown id, or a UnicodeDecodeError with the offset that the oracle
// finds, the second implementation that tests compare with.
#include "reference/decode.hpp"

#include <algorithm>
#include <optional>

#include <bpetite/errors.hpp>

#include "engine/decode.hpp"
#include "harness.hpp"
#include "support/oracle/oracle.hpp"
#include "support/v1.hpp"

namespace {

void check_engine_says(const std::vector<bpetite::TokenId>& ids, const bpetite::Table& table,
                       const bpetite::Error& wanted) {
  bool said = false;
  try {
    bpetite::engine::Decoder(table).decode(ids);
  } catch (const bpetite::Error& error) {
    said = std::string_view(error.what()) == wanted.what();
  }
  bpetite::assert_internal(said, "reference and engine give different errors");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bpetite;
  fuzz::Input input(fuzz::bytes_of(data, size));
  const Table table = test::v1_table(input.merges());
  const std::vector<TokenId> ids = input.ids();
  const auto known = [&](TokenId id) { return id <= table.specials[0].id; };
  const bool all_known = std::all_of(ids.begin(), ids.end(), known);

  std::string bytes;
  for (const TokenId id : ids) {
    if (known(id)) {
      bytes += id < table.tokens.size() ? table.tokens[id] : table.specials[0].literal;
    }
  }
  const std::optional<std::size_t> ill_formed = test::oracle::first_ill_formed(bytes);
  try {
    const std::string text = reference::decode(ids, table);
    assert_internal(engine::Decoder(table).decode(ids) == text, "reference and engine differ");
    assert_internal(all_known && !ill_formed && text == bytes, "faulty ids were decoded");
  } catch (const KeyError& error) {
    assert_internal(!all_known, "KeyError, but all ids are known");
    check_engine_says(ids, table, error);
  } catch (const UnicodeDecodeError& error) {
    assert_internal(all_known && ill_formed == error.offset(),
                    "the error has another offset than the oracle finds");
    check_engine_says(ids, table, error);
  }
  return 0;
}
