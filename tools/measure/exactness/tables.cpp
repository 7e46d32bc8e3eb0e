// Compares the ids that the engine and the reference give: of all short strings with all small
// tables, where a merge is found by its pair of ids, or by the joined bytes. For one table so large
// that its ids need more than 21 bits, compares the engine with the oracle (the second
// implementation that tests compare with), and decodes the ids.
//
//   617 lists of up to 3 merges      each with the 65,534 strings of a and b of 1 to 15 letters
#include <fmt/format.h>

#include <random>
#include <thread>

#include "engine/chunk_encoder.hpp"
#include "engine/decode.hpp"
#include "engine/machine/parallel.hpp"
#include "report.hpp"
#include "support/oracle/oracle.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

constexpr std::size_t most_letters = 15;

void compare_small(Report& report, bool as_ranks) {
  const auto lists = merge_lists(3);
  std::vector<Compared> found(lists.size());
  engine::machine::for_each_index(
      lists.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
        const Table table = v1_table(lists[i]);
        found[i] = compare_merges(as_ranks ? by_bytes(table) : table, most_letters);
      });
  std::uint64_t compared = 0;
  std::string difference;
  for (std::size_t i = found.size(); i-- > 0;) {
    compared += found[i].count;
    if (!found[i].difference.empty()) {
      difference = fmt::format("table {}: {}", i, found[i].difference);
    }
  }
  report.line(fmt::format("{} tables of up to 3 merges by {}, strings of up to {}, {} levels, "
                          "alone and in step",
                          lists.size(), as_ranks ? "bytes" : "pairs", most_letters,
                          engine::machine::machine_levels().size()),
              compared, difference);
}

// A table of all strings of two, three and four small letters, and of strings of five letters until
// it has `merges` merges.
Table wide_table(std::size_t merges) {
  std::vector<Pair> list;
  std::vector<TokenId> shorter;
  for (TokenId letter = 'a'; letter <= 'z'; ++letter) shorter.push_back(letter);
  while (list.size() < merges) {
    std::vector<TokenId> longer;
    for (const TokenId left : shorter) {
      for (TokenId letter = 'a'; letter <= 'z' && list.size() < merges; ++letter) {
        longer.push_back(256 + static_cast<TokenId>(list.size()));
        list.push_back({left, letter});
      }
    }
    shorter = std::move(longer);
  }
  return v1_table(std::move(list));
}

// Up to 2^21 ids, the engine keeps a pair and its token in one word of 64 bits. This table has more
// ids.
void compare_wide(Report& report) {
  constexpr std::size_t merges = (std::size_t{1} << 21) + 5000;
  Table table = wide_table(merges);
  table.specials.clear();
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same text each time
  std::string text;
  while (text.size() < 400'000) {
    for (std::uint64_t i = random() % 30; i > 0; --i)
      text += static_cast<char>('a' + random() % 26);
    text += ' ';
  }
  const std::vector<TokenId> wanted = oracle::encode(text, table);
  const engine::merge::MergeTable wide(table);
  std::string difference = wide.pairs().is_wide() ? "" : "the table is not wide";
  for (const engine::machine::Level level : engine::machine::machine_levels()) {
    engine::EncodeOptions options;
    options.level = level;
    engine::ChunkEncoder encoder(wide, engine::kernels::ScanPattern::gpt2, options);
    std::vector<TokenId> ids;
    engine::VectorSink sink(ids);
    encoder.encode(text, sink);
    if (ids != wanted) difference = fmt::format("level {}", static_cast<int>(level));
  }
  if (engine::Decoder(table).decode(wanted) != text) difference = "decoding gives another text";
  report.line(fmt::format("a table of {} merges, ids at {} levels against the oracle", merges,
                          engine::machine::machine_levels().size()),
              wanted.size() * engine::machine::machine_levels().size(), difference);
}

}  // namespace

void compare_tables(Report& report) {
  compare_small(report, false);
  compare_small(report, true);
  compare_wide(report);
}

}  // namespace bpetite::test
