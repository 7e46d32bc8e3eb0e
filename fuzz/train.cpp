// Trains on any texts. The reference, the engine and the oracle (the second implementation that
// tests compare with) must learn the same merges. Encoding and decoding with them must give the
// texts. Texts that are not UTF-8 must be refused.
#include "reference/train.hpp"

#include <algorithm>
#include <optional>

#include <bpetite/errors.hpp>

#include "engine/count/chunk_counts.hpp"
#include "engine/train.hpp"
#include "harness.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "support/oracle/oracle.hpp"
#include "support/v1.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bpetite;
  fuzz::Input input(fuzz::bytes_of(data, size));
  const TokenId vocab_size = 256 + input.number(1) % 64;
  const std::vector<std::string_view> texts = input.texts();
  const bool well_formed = std::all_of(texts.begin(), texts.end(), [](std::string_view text) {
    return !test::oracle::first_ill_formed(text);
  });
  try {
    const Table table = test::v1_train(texts, vocab_size);
    assert_internal(well_formed, "ill-formed text was accepted");
    assert_internal(table.merges == test::oracle::train(texts, vocab_size),
                    "reference and oracle learn other merges");
    engine::count::ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
    for (const std::string_view text : texts) {
      counts.add_text(text);
    }
    assert_internal(engine::learn_merges(counts, vocab_size - 256) == table.merges,
                    "reference and engine learn other merges");
    for (const std::string_view text : texts) {
      const std::vector<TokenId> ids = reference::encode(text, table);
      assert_internal(reference::decode(ids, table) == text, "decoding gives another text");
    }
  } catch (const UnicodeDecodeError&) {
    assert_internal(!well_formed, "well-formed text was refused");
  }
  return 0;
}
