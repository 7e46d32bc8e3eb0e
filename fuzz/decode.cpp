// Any ids: the joined bytes if they are text, else the right complaint, from reference and engine
// alike.
#include "reference/decode.hpp"

#include <algorithm>
#include <optional>

#include <bpetite/errors.hpp>

#include "engine/decode.hpp"
#include "harness.hpp"
#include "support/oracle.hpp"
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
  bpetite::assert_internal(said, "the engine says something else");
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
    assert_internal(all_known && !ill_formed && text == bytes, "decoded what is no text");
  } catch (const KeyError& error) {
    assert_internal(!all_known, "a known id was called unknown");
    check_engine_says(ids, table, error);
  } catch (const UnicodeDecodeError& error) {
    assert_internal(all_known && ill_formed == error.offset(), "another offset than the oracle's");
    check_engine_says(ids, table, error);
  }
  return 0;
}
