// Tests counting the chunks of a corpus block by block, on several threads and in bounded memory,
// with hundreds of temporary files (spec/12-counts.md, S41). The counts must equal those of the
// reference for all sizes of blocks, memory and files. Also tests separators between texts,
// ill-formed bytes, a text without a place to cut it, merging counts files, training on counts
// files, a counts file that is replaced while it is read, chunks that end with zeros, and the
// public class and functions for this (ChunkCounter, merge_counts, train_counts).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <bpetite/counting.hpp>
#include <bpetite/errors.hpp>

#include "core/file.hpp"
#include "engine/count/bounded_counts.hpp"
#include "engine/count/count_stream.hpp"
#include "engine/count/saved_counts.hpp"
#include "engine/scan/utf8.hpp"
#include "engine/train.hpp"
#include "profiles/profiles.hpp"
#include "reference/counts.hpp"
#include "reference/pretokenize.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using engine::count::BoundedCounts;
using CountedTexts = std::map<std::string, Count>;

engine::count::ReadBlock reading(std::string_view bytes) {
  return [bytes](char* into, std::size_t size) mutable {
    const std::size_t count = std::min(size, bytes.size());
    std::memcpy(into, bytes.data(), count);
    bytes.remove_prefix(count);
    return count;
  };
}

CountedTexts by_reference(const std::vector<std::string>& texts) {
  CountedTexts counts;
  for (const std::string& text : texts) {
    for (const std::string_view chunk : reference::pretokenize(text, profiles::v1()))
      ++counts[std::string(chunk)];
  }
  return counts;
}

CountedTexts all_of(BoundedCounts& counts) {
  CountedTexts all;
  std::string before;
  counts.for_each_ascending([&](std::string_view chunk, Count count) {
    RC_ASSERT(before < chunk);
    before = chunk;
    all[before] = count;
  });
  return all;
}

// Each chunk with its count, read in any order. Each chunk must come once.
CountedTexts in_any_order(BoundedCounts& counts) {
  CountedTexts all;
  counts.for_each([&](std::string_view chunk, Count count) {
    RC_ASSERT(all.emplace(std::string(chunk), count).second);
  });
  return all;
}

// The options with which a case is counted.
struct Way {
  unsigned threads = 1;
  std::size_t memory = BoundedCounts::unbounded;
  std::size_t block = 1;
  std::size_t part = 1;
};

// Random options: from blocks of one byte on one thread to blocks of many parts on eight threads.
// In one case of four the memory is so small that each part becomes a file.
Way any_way() {
  const unsigned threads = *rc::gen::element(1U, 1U, 1U, 2U, 3U, 8U);
  const bool files = *rc::gen::element(false, false, false, true);
  Way way{threads, files ? 1 : BoundedCounts::unbounded};
  way.block = *number_between<std::size_t>(files         ? 1000
                                           : threads > 1 ? 500
                                                         : 1,
                                           files ? 9000 : 3000);
  way.part = *number_between<std::size_t>(files ? 400 : 20, files ? 3000 : 500);
  return way;
}

std::string joined(const std::vector<std::string>& texts, const std::string& separator) {
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i) all += (i == 0 ? "" : separator) + texts[i];
  return all;
}

PROPERTY("S41a S41b S5", "counting block by block, in any memory, counts what the reference does") {
  const auto texts =
      *rc::gen::container<std::vector<std::string>>(*number_between(0U, 4U), any_text());
  const Way way = any_way();
  BoundedCounts counts(profiles::v1(), way.threads, way.memory,
                       std::filesystem::temp_directory_path());
  for (const std::string& text : texts) {
    std::vector<std::uint64_t> reported;
    engine::count::count_stream(
        reading(text),
        engine::count::text_form(engine::kernels::ScanPattern::gpt2, "", "x", way.part), way.block,
        counts, [&reported](std::uint64_t bytes) { reported.push_back(bytes); });
    RC_ASSERT(std::ranges::is_sorted(reported));
    RC_ASSERT(reported.back() == text.size());
  }
  RC_ASSERT(in_any_order(counts) == by_reference(texts));
  RC_ASSERT(all_of(counts) == by_reference(texts));
  RC_ASSERT(all_of(counts) == by_reference(texts));  // reading the counts does not change them
  RC_CLASSIFY(counts.uses_files(), "files");
  RC_CLASSIFY(texts.size() > 1, "several texts");
}

PROPERTY("S41a S41b FR-12", "counting anywhere and merging once learns what one run learns") {
  const TrainCase given = *train_case();
  const TemporaryDirectory directory;
  std::vector<std::string> files;
  for (const std::string& text : given.texts) {
    const Way way = any_way();
    BoundedCounts counts(profiles::v1(), way.threads, way.memory, directory.path());
    engine::count::count_stream(
        reading(text),
        engine::count::text_form(engine::kernels::ScanPattern::gpt2, "", "x", way.part), way.block,
        counts);
    files.push_back(directory.path() / std::to_string(files.size()));
    engine::count::save_counts(
        files.back(), false, counts.header(),
        [&counts](const engine::count::VisitCount& visit) { counts.for_each_ascending(visit); });
  }
  const engine::count::CountsFiles counts_files(files, directory.path());
  const engine::count::ChunkSource source = counts_files.source();
  const engine::TrainingSize size = engine::training_size(source);
  RC_ASSERT(engine::learn_merges(source, size, given.vocab_size - 256) == trained(given).merges);
}

CLAUSE_TEST("S42b S42c",
            "an open counts file is read to its end, also if another file gets its name") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "counts";
  const std::string other = directory.path() / "other";
  const auto write = [](const std::string& name, std::string_view text) {
    BoundedCounts counts(profiles::v1());
    counts.add_text(text);
    return engine::count::save_counts(
        name, false, counts.header(),
        [&counts](const engine::count::VisitCount& visit) { counts.for_each_ascending(visit); });
  };
  std::string text;
  for (int i = 0; i < 100000; ++i) text += fmt::format(" {}", i);
  const engine::count::CountsTotals totals = write(path, text);
  REQUIRE(std::filesystem::file_size(path) > 2U << 18U);  // more than one block
  write(other, "ab");

  const engine::count::CountsFiles files({&path, 1}, directory.path());
  for (int pass = 0; pass < 2; ++pass) {
    std::uint64_t seen = 0;
    files.source()([&](std::string_view, Count) {
      if (seen++ == 0 && pass == 0) std::filesystem::rename(other, path);
    });
    CHECK(seen == totals.distinct_chunks);
  }
}

PROPERTY("S41e S20", "texts between separators are counted alone, in blocks of any size") {
  const std::string separator = *rc::gen::element<std::string>("a", "aa", " b", "\n", "<|>", "é");
  const auto parts = *rc::gen::container<std::vector<std::string>>(
      *number_between(0U, 6U),
      rc::gen::oneOf(any_text(), pair_rich_text(), rc::gen::just(separator.substr(0, 1))));
  std::string all = joined(parts, separator);
  if (engine::scan::first_ill_formed(all)) all = joined(parts, "");
  RC_PRE(!engine::scan::first_ill_formed(all));

  // The expected texts: a plain loop cuts at each separator, from the left.
  std::vector<std::string> texts;
  std::string_view left = all;
  for (std::size_t at = left.find(separator); at != left.npos; at = left.find(separator)) {
    texts.emplace_back(left.substr(0, at));
    left.remove_prefix(at + separator.size());
  }
  texts.emplace_back(left);

  const Way way = any_way();
  BoundedCounts counts(profiles::v1(), way.threads, way.memory,
                       std::filesystem::temp_directory_path());
  engine::count::count_stream(
      reading(all),
      engine::count::text_form(engine::kernels::ScanPattern::gpt2, separator, "x", way.part),
      way.block, counts);
  RC_ASSERT(all_of(counts) == by_reference(texts));
  RC_CLASSIFY(texts.size() > 2, "three texts or more");
}

PROPERTY("S1a S41a", "the first ill-formed byte is named, whatever the blocks and threads") {
  // A long word stays open, block after block, before its bad byte is read.
  const std::string word(*number_between<std::size_t>(0, 100), 'a');
  const std::string bytes = *rc::gen::oneOf(
      any_bytes(), any_text(), rc::gen::just("a b " + word + "\xFF" + std::string(40, 'b')));
  const auto wanted = engine::scan::first_ill_formed(bytes);
  const Way way = any_way();
  BoundedCounts counts(profiles::v1(), way.threads);
  std::optional<std::size_t> found;
  try {
    engine::count::count_stream(
        reading(bytes),
        engine::count::text_form(engine::kernels::ScanPattern::gpt2, "", "x", way.part), way.block,
        counts);
  } catch (const UnicodeDecodeError& error) {
    found = error.offset();
    RC_ASSERT(std::string(error.what()).starts_with(fmt::format("x: byte {}: ", *found)));
  }
  RC_ASSERT(found == wanted);
  RC_CLASSIFY(wanted.has_value(), "ill-formed");
}

CLAUSE_TEST("S41a", "ill-formed input is refused before all of it is read") {
  std::size_t read = 0;
  const auto endless = [&read](char* into, std::size_t size) {
    std::memset(into, 0xFF, size);
    read += size;
    return size;
  };
  BoundedCounts counts(profiles::v1());
  CHECK_THROWS_AS(
      engine::count::count_stream(
          endless, engine::count::text_form(engine::kernels::ScanPattern::gpt2, "", "x"), 1000,
          counts),
      UnicodeDecodeError);
  CHECK(read <= 2000);
}

// Each thread waits until the other one counts, too. So there are two tables, however busy the
// machine is.
CLAUSE_TEST("S41a FR-12", "what two threads count at the same time is added up") {
  using Clock = std::chrono::steady_clock;
  for (const std::size_t memory : {BoundedCounts::unbounded, std::size_t{1} << 20U}) {
    BoundedCounts counts(profiles::v1(), 2, memory, std::filesystem::temp_directory_path());
    std::atomic<int> counting = 0;
    counts.run(2, [&](std::size_t i, engine::count::ChunkCounts& own) {
      ++counting;
      const auto deadline = Clock::now() + std::chrono::seconds(20);
      while (counting < 2 && Clock::now() < deadline) std::this_thread::yield();
      own.add_text(i == 0 ? "ab ab cd" : "ab cd ef");
    });
    REQUIRE(counting == 2);
    CountedTexts all;
    counts.for_each([&](std::string_view chunk, Count count) { all[std::string(chunk)] += count; });
    CHECK(all == CountedTexts{{"ab", 2}, {" ab", 1}, {" cd", 2}, {" ef", 1}});
  }
}

CLAUSE_TEST("S41a S41b", "a text without a place to cut is held until it ends") {
  const std::string spaces(scaled(3'000'000), ' ');
  for (const std::size_t memory : {BoundedCounts::unbounded, std::size_t{1000}}) {
    BoundedCounts counts(profiles::v1(), 2, memory, std::filesystem::temp_directory_path());
    engine::count::count_stream(
        reading(spaces), engine::count::text_form(engine::kernels::ScanPattern::gpt2, "", "x"),
        65536, counts);
    engine::count::count_stream(
        reading(spaces + "x"),
        engine::count::text_form(engine::kernels::ScanPattern::gpt2, "", "x"), 65536, counts);
    CountedTexts wanted = {{spaces, 1}, {spaces.substr(1), 1}, {" x", 1}};
    CHECK(all_of(counts) == wanted);
  }
}

CLAUSE_TEST("S41b", "hundreds of files are merged by levels") {
  std::string text;
  const std::size_t words = few_cases() ? 30'000 : 200'000;
  for (std::size_t i = 0; i < words; ++i) {
    text += fmt::format(" {}{}", std::string(1 + i % 20, 'q'), i * 2654435761U % 40'000);
  }
  BoundedCounts wanted(profiles::v1());
  wanted.add_text(text);
  const CountedTexts all = all_of(wanted);
  for (const unsigned threads : {1U, 3U}) {
    BoundedCounts counts(profiles::v1(), threads, 1, std::filesystem::temp_directory_path());
    engine::count::count_stream(
        reading(text), engine::count::text_form(engine::kernels::ScanPattern::gpt2, "", "x"),
        50'000, counts);
    CHECK(counts.uses_files());
    CHECK(all_of(counts) == all);
  }
}

// Short chunks are sorted as numbers, in which a missing byte is a zero.
CLAUSE_TEST("S40d S41a", "a chunk stands before the same chunk with zeros behind it") {
  const TemporaryDirectory directory;
  std::string text;
  for (const char sign : {'!', '?', '#', '\x7f'}) {
    for (std::size_t zeros = 0; zeros < 18; ++zeros) {
      text += sign + std::string(zeros, '\0') + "\n";
    }
  }
  ChunkCounter counter;
  counter.add_text(text);
  const std::filesystem::path file = directory.path() / "counts";
  counter.save(file);
  std::map<std::string, Count> counts;
  for (const std::string_view chunk : reference::Pretokenizer(profiles::v1()).chunks(text)) {
    ++counts[std::string(chunk)];
  }
  CHECK(file::read(file) == reference::counts_file(counts, profiles::v1()));
}

CLAUSE_TEST("S41a S41b S42b S42c S1a FR-9 FR-27", "a program counts, merges and trains") {
  const TemporaryDirectory directory;
  const std::vector<std::string> texts = {"the theme of", "the thesis", "", "is the other"};
  const std::vector<std::filesystem::path> files = {directory.path() / "a", directory.path() / "b"};
  ChunkCounter first({.threads = 3, .memory = 1, .directory = directory.path()});
  ChunkCounter second;
  for (const std::string& text : texts) {
    first.add_text(text);
    second.add_text(text);
  }
  CHECK_THROWS_AS(second.add_text("ab\xff"), UnicodeDecodeError);
  first.save(files[0]);
  CHECK_THROWS_AS(second.save(files[0]), FileExistsError);
  second.save(files[1]);
  CHECK(file::read(files[0]) == file::read(files[1]));

  const std::filesystem::path both = directory.path() / "both";
  merge_counts(files, both);
  second.add_text("the theme of");
  second.save(files[1], true);
  const auto once = train_texts(views(texts), 300);
  CHECK(std::ranges::equal(train_counts({&both, 1}, 300).merges(), once.merges()));
  CHECK(train_counts(files, 258).merges().size() == 2);
  CHECK_THROWS_AS(train_counts(files, 255), ValueError);
  std::filesystem::remove(files[1]);
  CHECK_THROWS_AS(train_counts(files, 300), FileNotFoundError);
}

CLAUSE_TEST("S41a S41b S42b S42c S59a FR-27", "the options of counting and of training on counts") {
  const TemporaryDirectory directory;
  const std::vector<std::string> texts = {"don't e\u0301 12345", "don't a1 e\u0301"};
  const TrainingProfile by_pattern{.patterns = {"\\p{N}{1,3}+", "\\p{L}+"},
                                   .dialect = Dialect::huggingface,
                                   .version = unicode::Version::v15_0,
                                   .normalizer = "nfc"};
  std::vector<std::filesystem::path> files;
  for (const TrainingProfile& profile : {TrainingProfile{}, {.profile = "qwen2"}, by_pattern}) {
    files.push_back(directory.path() / std::to_string(files.size()));
    ChunkCounter counter({.threads = 2, .profile = profile});
    for (const std::string& text : texts) counter.add_text(text);
    counter.save(files.back());
    TrainingProfile more = profile;
    more.special_tokens = {"<s>", "<t>"};
    std::vector<std::size_t> seen;
    const Tokenizer counted = train_counts(
        {&files.back(), 1}, 266, [&](std::size_t merges) { seen.push_back(merges); }, more);
    const Tokenizer wanted = train_texts(views(texts), 266, {}, 1, more);
    counted.save(directory.path() / "counted", true);
    wanted.save(directory.path() / "wanted", true);
    CHECK(file::read(directory.path() / "counted") == file::read(directory.path() / "wanted"));
    CHECK(seen.size() == counted.merges().size());
    CHECK((!seen.empty() && seen.front() == 1 && seen.back() == seen.size()));
    CHECK(outcome([&] {
            train_counts({&files.back(), 1}, max_vocab_size - 1, {}, more);
          }) == "ValueError S16");
  }
  CHECK(outcome([&] { train_counts({&files[0], 1}, 266, {}, by_pattern); }) == "ValueError S40i");
  CHECK(outcome([&] { merge_counts(files, directory.path() / "all"); }) == "ValueError S40i");
  merge_counts({files.data(), 1}, directory.path() / "all");
  CHECK(file::read(directory.path() / "all") == file::read(files[0]));
  CHECK(outcome([&] {
          merge_counts({&files[1], 1}, directory.path() / "all");
        }) == "FileExistsError FR-27");
  merge_counts({&files[1], 1}, directory.path() / "all", true);
  CHECK(file::read(directory.path() / "all") == file::read(files[1]));
  // More counts than the memory takes go to this directory.
  ChunkCounter lost({.memory = 1, .directory = directory.path() / "none"});
  CHECK_THROWS_AS(lost.add_text("a b"), OSError);
}

PROPERTY("S41c S41d", "bad lines are named by their number, or skipped, in blocks of any size") {
  constexpr std::size_t most = 24;
  const std::string longest = R"({"t":")" + std::string(most - 8, 'a') + R"("})";
  // Lines, with the reason why they are bad.
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {R"({"t":"ab ab"})", ""},
      {R"({"t":""})", ""},
      {longest, ""},
      {longest + " ", "longer than 24 bytes"},
      {longest + std::string(60, 'x'), "longer than 24 bytes"},
      {"", "blank"},
      {" \t\r", "blank"},
      {"\v", "byte 0: syntax error"},
      {R"({"u":"ab"})", "byte 10: no field \"t\""},
      {R"({"t":{"t":"ab"}})", "byte 5: the field holds no string"},
      {R"({"t":["ab"]})", "byte 5: the field holds no string"},
      {R"({"a":{"t":"ab"}})", "byte 16: no field \"t\""},
      {R"({"t":"a","t":"b"})", "byte 11: the field is there twice"},
      {R"(["t","ab"])", "byte 0: no object"},
      {"{\"t\":\"a\xff\"}", "byte 7 begins no well-formed UTF-8 sequence"}};
  std::string lines;
  std::string error = "none";
  std::vector<std::string> texts;
  std::uint64_t bad = 0;
  const auto count = *number_between<std::size_t>(1, 12);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [line, reason] = *rc::gen::elementOf(kinds);
    const bool is_last = i + 1 == count;
    lines += line + (is_last && !line.empty() && *rc::gen::arbitrary<bool>() ? "" : "\n");
    if (reason == "blank") continue;
    if (reason.empty()) {
      texts.push_back(line.substr(6, line.size() - 8));
    } else if (bad++ == 0) {
      error = fmt::format("x: line {}: {} [S41d, chapter 12]", i + 1, reason);
    }
  }
  RC_LOG() << lines;
  const auto block = *number_between<std::size_t>(1, 200);
  for (const bool skip : {false, true}) {
    std::uint64_t skipped = 0;
    std::string found = "none";
    BoundedCounts counts(profiles::v1(), *number_between(1U, 3U));
    try {
      engine::count::count_stream(reading(lines),
                                  engine::count::lines_form({"t", skip, most}, "x", skipped), block,
                                  counts);
      RC_ASSERT(all_of(counts) == by_reference(texts));
    } catch (const ValueError& fault) {
      found = fault.what();
    }
    RC_ASSERT(found == (skip ? "none" : error));
    RC_ASSERT(skipped == (skip ? bad : 0));
  }
  RC_CLASSIFY(bad > 1, "two bad lines");
}

CLAUSE_TEST("S41d", "a bad line behind many is named by its number, on any threads") {
  std::string lines;
  while (lines.size() < 700'000) lines += "{\"t\":\"ab\"}\n";
  const std::size_t good = lines.size() / 11;
  for (const unsigned threads : {1U, 3U}) {
    std::uint64_t skipped = 0;
    BoundedCounts counts(profiles::v1(), threads);
    CHECK_THROWS_WITH(
        engine::count::count_stream(reading(lines + "{}\n[]\n"),
                                    engine::count::lines_form({"t"}, "x", skipped), 600'000,
                                    counts),
        fmt::format("x: line {}: byte 2: no field \"t\" [S41d, chapter 12]", good + 1));
  }
}

CLAUSE_TEST("S41b", "the threads share the memory") {
  std::string text;
  for (std::size_t i = 0; i < 40'000; ++i) text += fmt::format(" {}", i);
  for (const auto& [threads, uses_files] : {std::pair{8U, true}, std::pair{1U, false}}) {
    BoundedCounts counts(profiles::v1(), threads, std::size_t{8} << 20,
                         std::filesystem::temp_directory_path());
    counts.run(1, [&](std::size_t, engine::count::ChunkCounts& own) { own.add_text(text); });
    CHECK(counts.uses_files() == uses_files);
  }
}

CLAUSE_TEST("S41b", "the tables stay below a bound on memory") {
  engine::count::ChunkCounts counts(engine::kernels::ScanPattern::gpt2);
  std::size_t most = 0;
  std::size_t times = 0;
  counts.bound_memory(std::size_t{4} << 20, [&](engine::count::ChunkCounts& full) {
    const auto parts = full.take();
    most = std::max(most, parts.shorts.capacity() * sizeof(parts.shorts[0]) +
                              parts.longs.capacity() * sizeof(parts.longs[0]) +
                              parts.long_bytes.capacity());
    ++times;
  });
  for (unsigned i = 0; i < 40; ++i) {
    std::string text;
    for (unsigned k = 0; k < 10'000; ++k) {
      text += fmt::format(" {}{:x}", std::string(k % 40, 'x'), (i * 10'000 + k) * 2654435761U);
    }
    counts.add_text(text);
  }
  CHECK(times > 2);
  CHECK(times < 100);
  CHECK(most <= std::size_t{4} << 20);
  CHECK(most > std::size_t{1} << 19);
}

}  // namespace
}  // namespace bpetite::test
