// Reads any bytes as a rank file, which lists tokens and their ids, and texts. The tokens of the
// 256 bytes may be added to the file. Either the file gives an error that begins with `ranks: `, or
// the engine gives the texts the same ids as the reference, and decoding gives the texts.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "harness.hpp"
#include "interop/tiktoken.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "support/oracle/oracle.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace {

using namespace bpetite;

std::optional<Table> table_of(const std::string& file) {
  try {
    return interop::read_tiktoken(file, test::without_specials(profiles::gpt2()));
  } catch (const ValueError& error) {
    assert_internal(std::string_view(error.what()).starts_with("ranks: "), "another complaint");
    return std::nullopt;
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(fuzz::bytes_of(data, size));
  const bool has_bytes = (input.number(1) & 1) != 0;
  const std::vector<std::string_view> parts = input.texts();
  std::string file = has_bytes ? "" : test::rank_file_of_bytes();
  file += parts.front();
  const std::optional<Table> table = table_of(file);
  if (!table) return 0;

  // FF ends the file, and each text. The reference's time by bytes grows with the square.
  const engine::Encoder encoder(*table, {engine::machine::level(), std::size_t{1} << 16});
  const engine::Decoder decoder(*table);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view text = parts[i].substr(0, 500);
    if (test::oracle::first_ill_formed(text)) continue;
    const std::vector<TokenId> ids = encoder.encode(text);
    assert_internal(ids == reference::encode(text, *table), "reference and engine differ");
    assert_internal(decoder.decode(ids) == text, "decoding gives another text");
  }
  return 0;
}
