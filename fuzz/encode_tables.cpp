// Encodes any text with large tables, with the pattern that the input names. The engine's code for
// each instruction set must give the ids of the oracle, the second implementation that tests
// compare with, and decoding must give the text.
//
// Tables and encoders are made once: 8,000 learned merges, the same merges found by the joined
// bytes instead of the pair of ids, and 100,000 made merges. So the cache of an encoder holds the
// chunks of earlier inputs. The cache is small, and is wiped after some inputs.
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/chunk_encoder.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/decode.hpp"
#include "engine/train.hpp"
#include "harness.hpp"
#include "reference/pretokenize.hpp"
#include "support/oracle/oracle.hpp"
#include "support/scanned.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/texts.hpp"
#include "support/v1.hpp"

namespace {

using namespace bpetite;

// Learns merges from words, numbers, signs, blanks, and from one chunk of each hard kind.
std::vector<Pair> learned_merges() {
  engine::count::ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  counts.add_text(test::long_text(std::size_t{1} << 18));
  for (const test::NamedText& hard : test::hard_texts(2000)) counts.add_text(hard.text);
  return engine::learn_merges(counts, 8000);
}

// 100,000 merges: every pair of bytes, so that all of each text is merged, and then pairs of such a
// token and a byte.
std::vector<Pair> many_merges() {
  std::vector<Pair> merges;
  for (TokenId i = 0; i < 1U << 16; ++i) {
    const TokenId mixed = (i * 40503U + 7) % (1U << 16);  // all of them, in another order
    merges.push_back({mixed >> 8, mixed & 255});
  }
  for (TokenId id = 256 + (1U << 16); merges.size() < 100'000; ++id) {
    merges.push_back({256 + id * 7919U % (1U << 16), id * 104729U % 256});
  }
  return merges;
}

// A table, what the oracle says of it, and an encoder for each level and pattern.
class Encoders {
 public:
  explicit Encoders(Table table) : table_(std::move(table)) {
    for (const engine::machine::Level level : engine::machine::machine_levels()) {
      for (const test::Scanned& scanned : test::all_scanned) {
        encoders_.push_back(std::make_unique<engine::ChunkEncoder>(
            merges_, scanned.scan, engine::EncodeOptions{level, std::size_t{1} << 18}));
      }
    }
  }

  // The number of the pattern is its place in all_scanned.
  void check(std::string_view text, std::size_t pattern) const {
    const auto chunks = test::pretokenizer_of(test::all_scanned.at(pattern)).chunks(text);
    const std::vector<TokenId> wanted = test::oracle::encode_chunks(chunks, ranking_);
    for (std::size_t i = pattern; i < encoders_.size(); i += test::all_scanned.size()) {
      // When the text is new, and when it is known.
      for (int times = 0; times < 2; ++times) {
        std::vector<TokenId> ids;
        engine::VectorSink sink(ids);
        encoders_[i]->encode(text, sink);
        assert_internal(ids == wanted, "oracle and engine differ");
      }
    }
    assert_internal(decoder_.decode(wanted) == text, "decoding gives another text");
  }

 private:
  Table table_;
  engine::merge::MergeTable merges_{table_};
  test::oracle::Ranking ranking_{table_};
  engine::Decoder decoder_{table_};
  std::vector<std::unique_ptr<engine::ChunkEncoder>> encoders_;
};

const std::array<Encoders, 3>& all_encoders() {
  static const std::array<Encoders, 3> all = {
      Encoders(test::v1_table(learned_merges())),
      Encoders(test::by_bytes(test::v1_table(learned_merges()))),
      Encoders(test::v1_table(many_merges()))};
  return all;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(fuzz::bytes_of(data, size));
  const std::size_t pattern = input.number(1) % test::all_scanned.size();
  const std::string_view text = input.rest();
  if (test::oracle::first_ill_formed(text)) return 0;  // that is for fuzz_encode
  for (const Encoders& encoders : all_encoders()) encoders.check(text, pattern);
  return 0;
}
