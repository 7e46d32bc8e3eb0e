// Compares the chunks and ids of the engine with those of the reference on whole texts, at each
// level of instructions and on several numbers of threads. Also makes the vocabularies for this:
// public rank files, and vocabularies that are trained on a text.
#include "whole.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "core/file.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/train.hpp"
#include "interop/tiktoken.hpp"
#include "reference/pretokenize.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// "at 17: want ...[3 4 5], got ...[3 9 5]".
template <typename T>
std::string first_difference(const std::vector<T>& wanted, const std::vector<T>& got) {
  const auto [a, b] = std::ranges::mismatch(wanted, got);
  const auto some = [](auto from, auto end) {
    return fmt::format("{}", fmt::join(from, from + std::min<std::ptrdiff_t>(5, end - from), " "));
  };
  return fmt::format("at {}: want {}, got {}", a - wanted.begin(), some(a, wanted.end()),
                     some(b, got.end()));
}

}  // namespace

std::vector<Vocabulary> vocabularies(const std::string& data, std::string_view training_text) {
  const Scanned& v1 = all_scanned[0];
  const Scanned& cl100k = all_scanned[1];
  std::vector<Vocabulary> all;
  for (const auto& [name, scanned] :
       {std::pair("r50k_base", &v1), std::pair("cl100k_base", &cl100k)}) {
    const std::string path = fmt::format("{}/vocab/{}.tiktoken", data, name);
    if (!std::filesystem::exists(path)) continue;
    all.push_back({name,
                   interop::read_tiktoken(file::read(path), without_specials(scanned->profile)),
                   *scanned});
  }
  for (const Scanned& scanned : all_scanned) {
    engine::count::ChunkCounts counts(scanned.scan);
    counts.add_text(training_text);
    Table table =
        trained_table(without_specials(scanned.profile), engine::learn_merges(counts, 32000));
    all.push_back({fmt::format("32,000 merges of ours, {}", scanned.profile.name), std::move(table),
                   scanned});
  }
  return all;
}

std::vector<std::string_view> compare_boundaries(Report& report, std::string_view name,
                                                 std::string_view text, const Scanned& scanned) {
  auto wanted = pretokenizer_of(scanned).chunks(text);
  std::string difference;
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    const auto got = engine::scan::chunks(text, scanned.scan, level);
    if (got != wanted) {
      difference =
          fmt::format("level {} {}", static_cast<int>(level), first_difference(wanted, got));
    }
  }
  report.line(fmt::format("{}, {}: {} chunks, {} levels", name, scanned.profile.name, wanted.size(),
                          engine::machine::machine_levels().size()),
              wanted.size() * engine::machine::machine_levels().size(), difference);
  return wanted;
}

void compare_ids(Report& report, std::string_view name, std::string_view text,
                 const Vocabulary& vocabulary, const std::vector<TokenId>& wanted) {
  std::uint64_t compared = 0;
  std::string difference;
  const auto compare = [&](std::string_view how, int number, const std::vector<TokenId>& ids) {
    compared += wanted.size();
    if (ids == wanted) return;
    difference = fmt::format("{} {} {}", how, number, first_difference(wanted, ids));
  };
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    const engine::Encoder encoder(vocabulary.table, {.level = level, .least_part = 4096});
    compare("level", static_cast<int>(level), encoder.encode(text));
    compare("warm at level", static_cast<int>(level), encoder.encode(text));
    if (level != engine::machine::level()) continue;
    for (const unsigned threads : thread_counts) {
      compare("threads", static_cast<int>(threads), encoder.encode(text, threads));
    }
  }
  if (engine::Decoder(vocabulary.table).decode(wanted) != text) {
    difference = "decoding gives another text";
  }
  report.line(fmt::format("{}, {}: {} ids, {} levels cold and warm, threads {}, and back", name,
                          vocabulary.name, wanted.size(), engine::machine::machine_levels().size(),
                          fmt::join(thread_counts, " ")),
              compared, difference);
}

}  // namespace bpetite::test
