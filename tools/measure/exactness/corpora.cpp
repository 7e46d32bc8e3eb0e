// Compares the engine with the reference on real texts: where chunks begin, the ids of every
// distinct chunk and of the whole text, and, with GPT-2's pattern, the first 256 merges that are
// learned.
//
// One text, udhr.txt, has 532 languages. The reference cuts the whole text, but encodes each
// distinct chunk only once.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/file.hpp"
#include "engine/count/bounded_counts.hpp"
#include "engine/machine/parallel.hpp"
#include "engine/merge/merge.hpp"
#include "engine/train.hpp"
#include "reference/merge.hpp"
#include "reference/train.hpp"
#include "report.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"
#include "whole.hpp"

namespace bpetite::test {
namespace {

constexpr std::size_t planned = 256;

// The reference's ids of a text, joined from the ids of its distinct chunks.
std::vector<TokenId> ids_by_chunks(Report& report, std::string_view name,
                                   const Vocabulary& vocabulary,
                                   const std::vector<std::string_view>& chunks) {
  std::unordered_map<std::string_view, std::size_t> places;
  std::vector<std::string_view> distinct;
  for (const std::string_view chunk : chunks) {
    if (places.emplace(chunk, distinct.size()).second) distinct.push_back(chunk);
  }
  const Table& table = vocabulary.table;
  const auto tokens = reference::tokens_by_bytes(table);
  const engine::merge::MergeTable hashed(table);
  const engine::merge::Merger merger(hashed);
  std::vector<std::vector<TokenId>> ids(distinct.size());
  std::vector<char> differs(distinct.size());
  engine::machine::for_each_index(distinct.size(), std::thread::hardware_concurrency(),
                                  [&](std::size_t i) {
                                    ids[i] = reference_ids(distinct[i], table, tokens);
                                    std::vector<TokenId> got(distinct[i].size());
                                    got.resize(merger.merge(distinct[i], got.data()));
                                    differs[i] = got != ids[i] ? 1 : 0;
                                  });
  std::string_view shortest;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    const bool shorter = shortest.empty() || distinct[i].size() < shortest.size();
    if (differs[i] != 0 && shorter) shortest = distinct[i];
  }
  report.line(fmt::format("{}, {}: {} distinct chunks", name, vocabulary.name, distinct.size()),
              distinct.size(), shortest.empty() ? "" : fmt::format("the chunk \"{}\"", shortest));

  std::vector<TokenId> all;
  for (const std::string_view chunk : chunks) {
    const auto& part = ids[places.at(chunk)];
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// Compares the first merges that the engine learns from a text with those of the reference, for
// each number of threads.
void compare_training(Report& report, std::string_view name, std::string_view text,
                      const std::vector<std::string_view>& chunks) {
  std::unordered_map<std::string_view, Count> counted;
  for (const std::string_view chunk : chunks) ++counted[chunk];
  const Table bytes = v1_table({});
  std::vector<reference::CountedChunk> all;
  for (const auto& [chunk, count] : counted) {
    all.push_back({reference::byte_tokens(chunk, bytes), count});
  }
  const std::vector<Pair> wanted = reference::learn_merges(std::move(all), planned);
  std::string difference;
  for (const unsigned threads : thread_counts) {
    engine::count::BoundedCounts counts(bytes.profile, threads);
    counts.add_text(text);
    const engine::count::ChunkSource source = [&counts](const auto& visit) {
      counts.for_each(visit);
    };
    const std::vector<Pair> merges = engine::learn_merges(source, planned);
    if (merges != wanted) {
      const auto at = std::ranges::mismatch(merges, wanted).in1 - merges.begin();
      difference = fmt::format("merge {} on {} threads", at, threads);
    }
  }
  report.line(fmt::format("{}, v1: {} merges of {} distinct chunks, threads {}", name,
                          wanted.size(), counted.size(), fmt::join(thread_counts, " ")),
              wanted.size() * std::size(thread_counts), difference);
}

}  // namespace

void compare_corpora(Report& report, const std::string& data) {
  const std::vector<std::filesystem::path> paths = corpora_in(data);
  std::string training_text;
  for (const auto& path : paths) training_text += file::read(path);
  const auto all = vocabularies(data, training_text);
  for (const auto& path : paths) {
    const std::string name = path.filename().string();
    const std::string text = file::read(path);
    for (const Scanned& scanned : all_scanned) {
      const auto chunks = compare_boundaries(report, name, text, scanned);
      for (const Vocabulary& vocabulary : all) {
        if (vocabulary.scanned.scan != scanned.scan) continue;
        compare_ids(report, name, text, vocabulary,
                    ids_by_chunks(report, name, vocabulary, chunks));
      }
      if (scanned.scan == engine::kernels::ScanPattern::gpt2)
        compare_training(report, name, text, chunks);
    }
  }
}

}  // namespace bpetite::test
