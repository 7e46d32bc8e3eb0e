// Compares the engine's trainer with the reference: both must learn the same merges from the same
// texts. The texts are random, or repeat a few letters, or have very many distinct chunks. Tests
// also that both count each chunk equally often, that chunks can be added with a count, and that
// counts beyond 32 bits decide as they do in the reference. All pairs together must be fewer than
// 2^64.
#include "engine/train.hpp"

#include <bpetite/errors.hpp>

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "engine/count/chunk_counts.hpp"
#include "reference/pretokenize.hpp"
#include "reference/train.hpp"
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

PROPERTY_CASES("FR-10a FR-10b FR-10c FR-11 S5 S20", "the engine learns what the reference learns",
               3000) {
  const TrainCase given = *train_case();
  ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  for (const std::string& text : given.texts) counts.add_text(text);
  const auto merges = engine::learn_merges(counts, given.vocab_size - 256);
  RC_ASSERT(merges == trained(given).merges);
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
  counts.add("bc", 5);
  CHECK_THROWS_AS(engine::learn_merges(counts, 1), ValueError);
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
