// Any ids: the joined bytes if they are text, else the right complaint.
#include "reference/decode.hpp"

#include <algorithm>
#include <optional>

#include <bpetite/errors.hpp>

#include "harness.hpp"
#include "support/oracle.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bpetite;
  fuzz::Input input(fuzz::bytes_of(data, size));
  const Table table = v1_table(input.merges());
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
    assert_internal(all_known && !ill_formed && text == bytes, "decoded what is no text");
  } catch (const KeyError&) {
    assert_internal(!all_known, "a known id was called unknown");
  } catch (const UnicodeDecodeError& error) {
    assert_internal(all_known && ill_formed == error.offset(), "another offset than the oracle's");
  }
  return 0;
}
