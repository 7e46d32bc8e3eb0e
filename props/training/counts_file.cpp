// Tests counts files, which hold how often each chunk of a corpus occurs (spec/12-counts.md, S40):
// a file that was written can be read, and the engine reads and writes what the reference does,
// down to the byte. Damaged files are refused with the place of the fault, and so are files of
// another version, pattern or version of Unicode, and counts that do not fit into 64 bits. Tests
// also that several files are merged into one ascending stream with the sum of each chunk.
//
//   byte 141: a chunk that belongs further up       the error of a file with two chunks exchanged
#include "engine/count/counts_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/crc32.hpp"
#include "core/wording/clause.hpp"
#include "engine/count/sorted_counts.hpp"
#include "profiles/profiles.hpp"
#include "reference/counts.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

using engine::count::CountsReader;
using engine::count::CountsWriter;
using CountMap = std::map<std::string, Count>;

constexpr Count most_count = std::numeric_limits<Count>::max();

std::string written(const CountMap& counts) {
  std::string bytes;
  CountsWriter writer([&bytes](std::string_view part) { bytes.append(part); },
                      engine::count::counts_header(profiles::v1()));
  for (const auto& [chunk, count] : counts) writer.add(chunk, count);
  writer.finish();
  return bytes;
}

CountsReader reader_of(const std::string& bytes, std::size_t buffer = 1 << 16) {
  return CountsReader(
      [&bytes](char* into, std::size_t size, std::uint64_t offset) {
        const std::size_t begin = std::min<std::size_t>(offset, bytes.size());
        const std::size_t count = std::min(size, bytes.size() - begin);
        std::memcpy(into, bytes.data() + begin, count);
        return count;
      },
      "x", buffer);
}

CountMap read_all(const std::string& bytes, std::size_t buffer = 1 << 16) {
  CountMap counts;
  CountsReader reader = reader_of(bytes, buffer);
  while (reader.next()) counts[std::string(reader.chunk())] = reader.count();
  REQUIRE_FALSE(reader.next());
  return counts;
}

// The error of reading these bytes, as in "S40d byte 141: ...", or empty if there is none.
std::string complaint(const std::string& bytes) {
  try {
    read_all(bytes);
    return "";
  } catch (const ValueError& error) {
    const std::string message = error.what();
    return std::string(error.clause()) + message.substr(message.find(" byte"));
  }
}

const CountMap small = {{" ab", 2}, {" a long chunk of words", 300}, {"ab", 1}, {"\u00e9", 70000}};

// A counts file with these bytes as its entries, and a correct end.
std::string with_entries(const std::string& entries, std::uint64_t number) {
  std::string bytes = written({});
  bytes.resize(bytes.size() - 13);
  bytes += entries + std::string(1, '\0');
  for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(number >> 8 * i & 0xFF));
  Crc32 crc;
  crc.add(bytes);
  for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(crc.value() >> 8 * i & 0xFF));
  return bytes;
}

const std::size_t header_size = written({}).size() - 13;

// Random counts. Some of them need more than one byte in the file.
CountMap some_counts() {
  const auto texts = *rc::gen::container<std::vector<std::pair<std::string, Count>>>(
      rc::gen::pair(any_text(), rc::gen::element<Count>(1, 127, 128, 16384, Count{1} << 40)));
  CountMap counts;
  for (const auto& [text, count] : texts) {
    if (!text.empty()) counts[text] = count;
  }
  return counts;
}

PROPERTY("S40a S40c", "what is written is what is read, through a buffer of any size") {
  const CountMap counts = some_counts();
  RC_ASSERT(read_all(written(counts), *number_between<std::size_t>(1, 40)) == counts);
  RC_CLASSIFY(counts.size() > 3, "several chunks");
}

PROPERTY("S40a S40b S40c S40d S40f", "the engine writes the bytes that the reference writes") {
  const CountMap counts = some_counts();
  RC_ASSERT(written(counts) == reference::counts_file(counts, profiles::v1()));
  RC_CLASSIFY(counts.size() > 3, "several chunks");
}

// A file that is changed in at most three places after its header. Half of these files have a
// correct checksum, so that the reader must find other mistakes.
std::string damaged_file() {
  std::string bytes = reference::counts_file(some_counts(), profiles::v1());
  const auto edits = *number_between(0, 3);
  for (int i = 0; i < edits; ++i) {
    const std::size_t behind = std::min<std::size_t>(bytes.size() - header_size, 60);
    const std::size_t at = header_size + *number_between<std::size_t>(0, behind);
    const char byte = *rc::gen::element('\0', '\1', '\2', 'a', '\x7f', '\x80', '\xc3', '\xff');
    switch (*number_between(0, 4)) {
      case 0:
        bytes.insert(at, 1, byte);
        break;
      case 1:
        bytes.erase(at, 1);
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.insert(at, bytes.substr(at, 6));
        break;
      default:
        bytes.replace(at, 1, 1, byte);
    }
  }
  if (bytes.size() >= header_size + 13 && *rc::gen::arbitrary<bool>()) {
    bytes.resize(bytes.size() - 4);
    Crc32 crc;
    crc.add(bytes);
    for (unsigned i = 0; i < 4; ++i) {
      bytes += static_cast<char>(static_cast<unsigned char>(crc.value() >> 8 * i));
    }
  }
  return bytes;
}

// The counts of a file, or its whole error message.
template <typename Read>
std::pair<CountMap, std::string> counts_or_error(const Read& read) {
  try {
    return {read(), ""};
  } catch (const ValueError& error) {
    return {{}, std::string(error.clause()) + " " + error.what()};
  }
}

PROPERTY_CASES("S40a S40b S40c S40d S40f S40g",
               "the engine reads what the reference reads, and refuses the rest as it does", 3000) {
  std::string bytes = damaged_file();
  if (*rc::gen::weightedElement<bool>({{19, false}, {1, true}})) {
    bytes[*number_between<std::size_t>(0, header_size - 1)] ^= 1;
  }
  const auto wanted =
      counts_or_error([&] { return reference::read_counts_file(bytes, "x").counts; });
  RC_ASSERT(counts_or_error([&] { return read_all(bytes, *number_between<std::size_t>(1, 40)); }) ==
            wanted);
  RC_TAG(wanted.second.empty() ? std::string("read") : wanted.second.substr(0, 4));
}

CLAUSE_TEST("S40a S40b S40c S40f", "a counts file has exactly these bytes") {
  const std::string bytes = written({{" ab", 2}, {"ab", 300}});
  const std::string header =
      "bpetite counts 1\n"
      "pattern '(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+\n"
      "unicode 16.0.0\n";
  REQUIRE(bytes.substr(0, header_size) == header);
  CHECK(bytes.substr(header_size, 10) == "\3 ab\2\2ab\xac\2");
  CHECK(bytes.size() == header_size + 10 + 13);
  Crc32 known;
  known.add("1234");
  known.add("56789");
  CHECK(known.value() == 0xCBF43926);
}

CLAUSE_TEST("S40g S40f", "a file with any bit flipped is refused") {
  const std::string bytes = written(small);
  for (std::size_t i = 0; i < bytes.size(); i += every(3)) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ 1U << bit);
      INFO("byte " << i << ", bit " << bit);
      CHECK_FALSE(complaint(damaged).empty());
    }
  }
}

CLAUSE_TEST("S40g", "a file that ends too early or too late is refused where it does") {
  const std::string bytes = written(small);
  for (std::size_t size = header_size; size < bytes.size(); ++size) {
    CHECK(complaint(bytes.substr(0, size)) ==
          fmt::format("S40g byte {}: the file ends here, and more is required [S40g, chapter 12]",
                      size));
  }
  for (std::size_t size = 0; size < header_size; ++size) {
    CHECK(complaint(bytes.substr(0, size)).starts_with("S40b byte "));
  }
  CHECK(complaint(bytes + "x") ==
        fmt::format("S40f byte {}: more bytes, where the file was to end [S40f, chapter 12]",
                    bytes.size()));
  CHECK(complaint(bytes + bytes).starts_with("S40f byte "));
}

CLAUSE_TEST("S40b", "another version, pattern or version of Unicode is refused") {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string bytes = written(small);
    return bytes.replace(bytes.find(from), from.size(), to);
  };
  CHECK(
      complaint(damaged("counts 1", "counts 3")).starts_with("S40b byte 0: this is not a counts"));
  CHECK(complaint(damaged("?\\p{L}", "?\\p{N}")).starts_with("S40b byte 17: the pattern is not"));
  CHECK(complaint(damaged("16.0.0", "15.0.0")).find("the version of Unicode is not 16.0.0") !=
        std::string::npos);
}

CLAUSE_TEST("S40c S40d S40e S40f S40g", "each fault of an entry is named, with its place") {
  struct Case {
    std::string entries;
    std::uint64_t number;
    std::string says;  // the error, with a place from the first entry
  };
  const std::string most("\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 10);
  const std::vector<Case> cases = {
      {"\1b\1\1a\1", 2, "S40d 3: a chunk that belongs further up"},
      {"\2ab\1\1a\1", 2, "S40d 4: a chunk that belongs further up"},
      {"\1a\1\1a\1", 2, "S40d 3: the same chunk again"},
      {std::string("\1a\0", 3), 1, "S40d 2: a count of 0"},
      {"\1\xff\1", 1, "S40d 0: a chunk that is not UTF-8"},
      {"\2\xc3(\1", 1, "S40d 0: a chunk that is not UTF-8"},
      {std::string("\x81\0a\1", 4), 1, "S40c 0: a number that could be shorter"},
      {std::string("\1a\x81\0", 4), 1, "S40c 2: a number that could be shorter"},
      {"\1a\xff\xff\xff\xff\xff\xff\xff\xff\xff\2", 1, "S40c 2: a number of 2^64 or more"},
      {"\1a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 1, "S40c 2: a number of 2^64 or more"},
      {"\2ab" + most, 1, "S40e 3: all chunks together have 2^64 bytes or more"},
      {"\1a" + most + "\1b\1", 2, "S40e 14: all chunks together have 2^64 bytes or more"},
      {"\1a\1", 2, "S40f 4: not the number of entries, 1"},
  };
  for (const Case& one : cases) {
    const std::size_t space = one.says.find(' ');
    const std::size_t colon = one.says.find(':');
    const std::size_t at = std::stoul(one.says.substr(space + 1, colon - space - 1));
    const std::string clause = one.says.substr(0, space);
    CHECK(complaint(with_entries(one.entries, one.number)) ==
          fmt::format("{} byte {}{} [{}]", clause, header_size + at, one.says.substr(colon),
                      cited(clause)));
  }
  CHECK(complaint(with_entries("\1a" + most, 1)).empty());
  // The reader keeps only bytes that exist, not the length that the entry states.
  CHECK(complaint(with_entries(most.substr(0, 9) + "\1a", 1)).starts_with("S40g byte "));
}

CLAUSE_TEST("S40h", "the second line of format 2 has 2^24 bytes at most") {
  Profile profile;
  profile.splits = {{{}, Behaviour::isolated}};
  const std::size_t most = (std::size_t{1} << 24) - (engine::count::counts_header(profile).size() -
                                                     engine::count::first_line_2.size() - 1);
  profile.splits.front().pattern.text.assign(most, 'a');
  const std::string header = engine::count::counts_header(profile);
  CHECK(complaint(header).find("pattern: byte 65536: longer than 65536 bytes") !=
        std::string::npos);
  profile.splits.front().pattern.text += 'a';
  CHECK_THROWS_WITH(engine::count::counts_header(profile),
                    "counts: the patterns have more than 2^24 bytes in JSON [S40h, chapter 12]");
  CHECK(complaint(std::string(header).insert(header.size() - 1, "a")) ==
        "S40h byte 17: a line of more than 2^24 bytes [S40h, chapter 12]");
}

CLAUSE_TEST("S40i", "the error of two headers names the byte, and both sides") {
  for (const auto& [header, wanted] :
       {std::pair{"abcd", "abxd"}, std::pair{"ab", "abxd"}, std::pair{"abx", "ab"}}) {
    CHECK_THROWS_WITH(
        engine::count::check_header(header, "x\n", wanted, "y"),
        "counts: \"x\\n\": byte 2: its chunks were cut in another way than those of y "
        "[S40i, chapter 12]");
  }
  CHECK_NOTHROW(engine::count::check_header("ab", "x", "ab", "y"));
}

CLAUSE_TEST("S40e", "counts that would not fit are refused when written and when merged") {
  CHECK_THROWS_WITH(written({{"ab", most_count}}),
                    "counts: all chunks together have 2^64 bytes or more [S40e, chapter 12]");
  CHECK(written({{"a", most_count}}).size() > header_size);
  const std::string bytes = written({{"a", most_count}});
  std::vector<engine::count::CountStream> streams;
  streams.emplace_back(reader_of(bytes));
  streams.emplace_back(reader_of(bytes));
  CHECK_THROWS_WITH(
      engine::count::merge_streams(std::move(streams), [](std::string_view, Count) {}),
      "counts: the counts of a chunk are 2^64 or more together [S40e, chapter 12]");
}

PROPERTY("S41a S40d", "merged streams are ascending, with the sum of each chunk") {
  // Chunks of one or two letters, so that most of them are in several lists.
  const auto chunks = rc::gen::nonEmpty(
      rc::gen::resize(4, rc::gen::container<std::string>(rc::gen::element('a', 'b'))));
  const auto lists =
      *rc::gen::resize(12, rc::gen::container<std::vector<std::vector<std::string>>>(
                               rc::gen::container<std::vector<std::string>>(chunks)));
  CountMap wanted;
  std::vector<std::string> files;
  for (const auto& list : lists) {
    CountMap counts;
    for (const std::string& chunk : list) {
      ++counts[chunk];
      ++wanted[chunk];
    }
    files.push_back(written(counts));
  }
  std::vector<engine::count::CountStream> streams;
  for (const std::string& file : files) streams.emplace_back(reader_of(file, 7));
  std::vector<std::pair<std::string, Count>> merged;
  engine::count::merge_streams(std::move(streams), [&merged](std::string_view chunk, Count count) {
    merged.emplace_back(chunk, count);
  });
  const std::vector<std::pair<std::string, Count>> all(wanted.begin(), wanted.end());
  RC_ASSERT(merged == all);
  RC_CLASSIFY(lists.size() > 1 && !wanted.empty(), "several lists");
}

}  // namespace
}  // namespace bpetite::test
