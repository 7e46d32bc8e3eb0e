// Compares the engine's trainer with the reference: both must learn the same merges from the same
// texts. The texts are random, or repeat a few letters, or have very many distinct chunks. Tests
// also that both count each chunk equally often, that chunks can be added with a count, and that
// counts beyond 32 bits decide as they do in the reference. Tests the limits on the size of a
// corpus, and that all pairs together must be fewer than 2^64.
#include "engine/train.hpp"

#include <bpetite/errors.hpp>

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/table.hpp"
#include "engine/count/chunk_counts.hpp"
#include "reference/pretokenize.hpp"
#include "reference/train.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using engine::count::ChunkCounts;

std::map<std::string, Count> counted(const ChunkCounts& counts) {
  std::map<std::string, Count> all;
  counts.for_each([&](std::string_view chunk, Count count) { all[std::string(chunk)] += count; });
  return all;
}

PROPERTY_CASES("FR-10a FR-10b FR-10c FR-11 FR-12 S5 S20",
               "the engine learns what the reference learns", 3000) {
  const TrainCase given = *train_case();
  ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  for (const std::string& text : given.texts) counts.add_text(text);
  std::vector<std::size_t> reported;
  const auto merges = engine::learn_merges(counts, given.vocab_size - 256,
                                           [&](std::size_t done) { reported.push_back(done); });
  RC_ASSERT(merges == trained(given).merges);
  RC_ASSERT(reported.size() == merges.size());
  for (std::size_t i = 0; i < reported.size(); ++i) RC_ASSERT(reported[i] == i + 1);
  RC_CLASSIFY(merges.size() > 2, "three merges or more");
}

PROPERTY("FR-7 S5", "the engine counts every chunk as often as the reference cuts it") {
  const std::string text = *rc::gen::oneOf(any_text(), pair_rich_text());
  ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  counts.add_text(text);
  counts.add_text(text);
  std::map<std::string, Count> wanted;
  for (const std::string_view chunk : reference::pretokenize(text, profiles::v1()))
    wanted[std::string(chunk)] += 2;
  RC_ASSERT(counted(counts) == wanted);
  RC_ASSERT(counts.size() == wanted.size());
}

CLAUSE_TEST("FR-7 S41a", "many chunks that are added with a count have it, also when tables grow") {
  ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  std::map<std::string, Count> wanted;
  for (unsigned i = 0; i < 20'000; ++i) {
    const std::string chunk = std::to_string(i * 7919) + std::string(i % 40, 'x');
    const Count count = 2 + i % 5;
    counts.add(chunk, count);
    wanted[chunk] += count;
  }
  CHECK(counted(counts) == wanted);
  for (const auto& [chunk, count] : std::map(wanted)) {
    counts.add(chunk, count);
    wanted[chunk] += count;
  }
  CHECK(counted(counts) == wanted);
}

PROPERTY("FR-10a S5", "counts beyond 32 bits decide as the reference's do") {
  const auto words = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::pair<std::string, Count>>>(rc::gen::pair(
          rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c'))),
          rc::gen::element<Count>(1, 2, 3, Count{1} << 32, (Count{1} << 32) + 1, Count{1} << 40))));
  ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  std::vector<reference::CountedChunk> chunks;
  for (const auto& [word, count] : words) {
    counts.add(word, count);
    chunks.push_back({{word.begin(), word.end()}, count});
  }
  RC_ASSERT(engine::learn_merges(counts, 40) == reference::learn_merges(chunks, 40));
}

CLAUSE_TEST("S5", "counts may come to just below 2^64 pairs, and to no more") {
  ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  counts.add("aaa", (Count{1} << 62) - 1);
  counts.add("bc", (Count{1} << 63) - 3);
  CHECK(engine::learn_merges(counts, 1) == std::vector<Pair>{{'a', 'a'}});
  counts.add("bc", 4);
  CHECK(engine::learn_merges(counts, 1) == std::vector<Pair>{{'b', 'c'}});
  counts.add("bc", 1);
  CHECK(error_of([&] { engine::learn_merges(counts, 1); }) ==
        "ValueError: train: all pairs together are 2^64 or more [S5, chapter 3]");
}

// Chunks of one byte have no pair (FR-7), and need no memory but for themselves.
CLAUSE_TEST("S42d S40e FR-7", "the size of a corpus is that of its chunks, and has limits") {
  std::vector<std::pair<std::string, Count>> chunks = {{"a", 5}, {"bc", 2}, {"def", 3}};
  const engine::count::ChunkSource source = [&](const auto& visit) {
    for (const auto& [chunk, count] : chunks) visit(chunk, count);
  };
  engine::TrainingSize size = engine::training_size(source);
  CHECK(size.chunks == 3);
  CHECK(size.cells == 1 + 3 + 4);
  CHECK(size.corpus_bytes == 5 + 2 * 2 + 3 * 3);
  CHECK(size.memory() == 32 * 8 + 8 * 3);
  size.cells = 0xFFFFFFFF;
  CHECK(error_of([&] { engine::learn_merges(source, size, 1); }) ==
        "ValueError: train: the distinct chunks have 4294967295 bytes with what is between them, "
        "and fewer than 2^32 are required [S42d, chapter 12]");
  chunks = {{"ab", (Count{1} << 63) - 1}, {"c", 1}};
  CHECK(engine::training_size(source).corpus_bytes == 0xFFFFFFFFFFFFFFFF);
  chunks[1].second = 2;
  CHECK(error_of([&] { engine::training_size(source); }) ==
        "ValueError: train: all chunks together have 2^64 bytes or more [S40e, chapter 12]");
}

CLAUSE_TEST("FR-10a FR-10c", "runs, doubled runs and long chunks are learned alike") {
  for (const std::size_t length : {1U, 2U, 3U, 15U, 16U, 17U, 63U, 64U, 65U, 200U}) {
    for (const std::string& unit : {std::string("a"), std::string("ab"), std::string("aab")}) {
      std::string text;
      for (std::size_t i = 0; i < length; ++i) text += unit;
      text += " " + text + "\n" + text;
      INFO(unit << " times " << length);
      ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
      counts.add_text(text);
      const std::string_view view = text;
      CHECK(engine::learn_merges(counts, 60) == v1_train({&view, 1}, 316).merges);
    }
  }
}

CLAUSE_TEST("FR-10a FR-10b", "many distinct chunks are learned alike") {
  std::string text;
  for (unsigned i = 0; i < 3000; ++i) {
    text += fmt::format(" w{}x{}", i * 2654435761U % 1009, std::string(i % 23, 'q'));
  }
  ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  counts.add_text(text);
  const std::string_view view = text;
  const TokenId size = few_cases() ? 300 : 700;
  CHECK(engine::learn_merges(counts, size - 256) == v1_train({&view, 1}, size).merges);
}

}  // namespace
}  // namespace bpetite::test
