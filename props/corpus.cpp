// Tests the reading of corpora that may be compressed (spec/12-counts.md, S41f, S41g, S41h): plain
// files, members of gzip and frames of zstd, alone and in a sequence, read in blocks of any size,
// also from a pipe; files that are cut at each byte, have a bit flipped, or have more bytes at the
// end; windows above the limit; and large contents in little memory. Some files were made by gzip
// and zstd, others are put together here, from blocks that are not compressed.
//
//   corpus_content(gzip_member("ab"))                 "ab"
//   corpus_fault(gzip_member("ab").substr(0, 20))     "x: gzip: byte 20: the file ends here, ..."
#include "corpus/compressed.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/crc32.hpp"
#include "support/examples/fields.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

constexpr std::string_view theses =
    "the theme of the thesis is the other one; then the rest of the theses";
// Made of it by `gzip -9n` and by `zstd -19 --check`, without spaces.
constexpr std::string_view theses_gzip =
    "1f8b08000000000002032bc9485528c948cd4d55c84f033140b838b358018840bc7c2051a4909f976a0de2e681c58a"
    "528b4b9055a71603008705d36945000000";
constexpr std::string_view theses_zstd =
    "28b52ffd0468650100224308"
    "0be06d773b8cbc0dd440c602d75f8df549f509a5a2d52fd6e7094f8e51ecd467fd0200"
    "8b8a3f90cd2f48671527";

std::string little_endian(std::uint64_t number, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
  return bytes;
}

// A member of gzip with one block that is not compressed.
std::string gzip_member(std::string_view content) {
  Crc32 crc;
  crc.add(content);
  std::string member("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11);
  member += little_endian(content.size(), 2) + little_endian(~content.size(), 2);
  member += content;
  return member + little_endian(crc.value(), 4) + little_endian(content.size(), 4);
}

// The beginning of a frame of zstd with a window of 2^`window_log` bytes, and nothing else.
std::string frame_header(unsigned window_log) {
  return std::string("\x28\xb5\x2f\xfd\0", 5) + little_endian((window_log - 10) << 3, 1);
}

// The beginning of a block: of bytes as they are, or one byte many times.
enum class Block : unsigned { raw = 0, repeated = 1 };
std::string block_header(Block kind, std::size_t size, bool last) {
  return little_endian(size << 3 | static_cast<unsigned>(kind) << 1 | (last ? 1U : 0U), 3);
}

std::string zstd_frame(std::string_view content) {
  return frame_header(17) + block_header(Block::raw, content.size(), true) + std::string(content);
}

std::string skipped_frame(unsigned char first, std::string_view bytes) {
  return little_endian(first, 1) + "\x2a\x4d\x18" + little_endian(bytes.size(), 4) +
         std::string(bytes);
}

// A pipe from which bytes come, and a thread that writes them to it in pieces.
class CorpusPipe {
 public:
  CorpusPipe(std::string bytes, std::size_t piece) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    out_ = ends[0];
    writer_ = std::thread([in = ends[1], bytes = std::move(bytes), piece] {
      for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::size_t size = std::min(piece, bytes.size() - at);
        if (write(in, bytes.data() + at, size) != static_cast<ssize_t>(size)) break;
      }
      close(in);
    });
  }
  ~CorpusPipe() { writer_.join(); }
  CorpusPipe(const CorpusPipe&) = delete;
  CorpusPipe& operator=(const CorpusPipe&) = delete;

  file::Input input() { return {file::Descriptor(out_), "x"}; }

 private:
  int out_ = -1;
  std::thread writer_;
};

std::string rest_of_corpus(corpus::Input& input, std::size_t block) {
  std::string content;
  std::vector<char> bytes(block);
  for (std::size_t size = block; size == block;) {
    size = input.read(bytes.data(), block);
    content.append(bytes.data(), size);
  }
  return content;
}

// A file under the name `x` in messages. It is small enough for a pipe.
std::string corpus_content(const std::string& file, std::size_t block = 1 << 16) {
  CorpusPipe pipe(file, 1 << 12);
  corpus::Input input(pipe.input(), "x");
  std::string content = rest_of_corpus(input, block);
  CHECK(input.file_offset() == file.size());
  return content;
}

std::string corpus_fault(const std::string& file) {
  return error_of([&] {
    CorpusPipe pipe(file, 1 << 16);
    corpus::Input input(pipe.input(), "x");
    rest_of_corpus(input, 1 << 16);
  });
}

CLAUSE_TEST("S41f", "a plain file, gzip and zstd are read in blocks of any size") {
  const std::string plain(theses);
  const std::vector<std::string> files = {plain, bytes_of_hex(theses_gzip),
                                          bytes_of_hex(theses_zstd), gzip_member(plain),
                                          zstd_frame(plain)};
  for (const std::string& file : files) {
    for (const std::size_t block :
         std::initializer_list<std::size_t>{1, 2, 3, 5, 68, 69, 70, 1 << 20}) {
      CAPTURE(block);
      CHECK(corpus_content(file, block) == plain);
    }
    for (const std::size_t piece : std::initializer_list<std::size_t>{1, 2, 3, 7}) {
      CorpusPipe pipe(file, piece);
      corpus::Input input(pipe.input(), "x");
      CHECK(rest_of_corpus(input, 8) == plain);
      char more = 0;
      CHECK(input.read(&more, 1) == 0);
    }
  }
}

CLAUSE_TEST("S41f", "short files, and files that only resemble compressed ones, are plain") {
  for (const std::string_view file :
       {"", "\x1f", "\x28", "\x28\xb5", "\x28\xb5\x2f", "P*M", "P*M\x19", "O*M\x18", "`*M\x18",
        "\x1f\x8c\x08", "\x28\xb5\x2f\xfc", "ab"}) {
    CHECK(corpus_content(std::string(file)) == file);
  }
}

CLAUSE_TEST("S41f", "the content is that of all members, and of all frames that have one") {
  const std::string one = gzip_member("one");
  CHECK(corpus_content(one + gzip_member("") + bytes_of_hex(theses_gzip) + one) ==
        "one" + std::string(theses) + "one");
  std::string frames;
  for (unsigned first = 0x50; first <= 0x5f; ++first) {
    frames += skipped_frame(static_cast<unsigned char>(first), std::string(first, 's'));
    CHECK(corpus_content(frames) == "");
  }
  frames += zstd_frame("one") + zstd_frame("") + bytes_of_hex(theses_zstd);
  frames += skipped_frame(0x50, "") + zstd_frame("one") + skipped_frame(0x5e, "index");
  for (const std::size_t block : std::initializer_list<std::size_t>{1, 4, 1 << 16}) {
    CHECK(corpus_content(frames, block) == "one" + std::string(theses) + "one");
  }
}

CLAUSE_TEST("S41f", "more members and frames than a buffer of the file has") {
  std::string members;
  std::string frames;
  std::string wanted;
  for (int i = 0; i < 20'000; ++i) {
    const std::string number = fmt::format("{} ", i);
    members += gzip_member(number);
    frames += zstd_frame(number);
    wanted += number;
  }
  CHECK(corpus_content(members) == wanted);
  CHECK(corpus_content(frames) == wanted);
}

// What the file of these parts gives if it is cut after `size` bytes.
std::string wanted_of_cut(const std::vector<std::string>& parts, std::size_t size) {
  const bool gzip = parts[0][0] == '\x1f';
  const std::size_t magic = gzip ? 2 : 4;
  std::size_t at = 0;  // the part in which the cut is
  for (std::size_t i = 0; at + parts[i].size() <= size; ++i) at += parts[i].size();
  if (at == size) return "none";
  return fmt::format("ValueError: x: {}: byte {}: {} [S41g, chapter 12]", gzip ? "gzip" : "zstd",
                     size < at + magic ? at : size,
                     size >= at + magic ? "the file ends here, and more is required"
                     : gzip             ? "no member begins here, required a member or the end"
                                        : "no frame begins here, required a frame or the end");
}

CLAUSE_TEST("S41g", "a file that is cut at any byte is refused there, unless a part ends there") {
  const std::vector<std::vector<std::string>> files = {
      {bytes_of_hex(theses_gzip)},
      {bytes_of_hex(theses_zstd)},
      {gzip_member("one"), bytes_of_hex(theses_gzip)},
      {skipped_frame(0x50, "skipped"), zstd_frame("one"), skipped_frame(0x51, "skipped")}};
  for (const auto& parts : files) {
    const std::string file = fmt::format("{}", fmt::join(parts, ""));
    for (std::size_t size = 4; size < file.size(); ++size) {
      CAPTURE(size);
      CHECK(corpus_fault(file.substr(0, size)) == wanted_of_cut(parts, size));
    }
  }
}

CLAUSE_TEST("S41g", "a flipped bit is found, or changes nothing of the content") {
  for (const std::string_view hex : {theses_gzip, theses_zstd}) {
    const std::string file = bytes_of_hex(hex);
    std::size_t found = 0;
    for (std::size_t bit = 32; bit < 8 * file.size(); ++bit) {
      std::string damaged = file;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
      CAPTURE(bit);
      const std::string fault = corpus_fault(damaged);
      if (fault == "none") {
        CHECK(corpus_content(damaged) == theses);
      } else {
        CHECK(fault.starts_with("ValueError: x: "));
        ++found;
      }
    }
    CHECK(found > 4 * (file.size() - 10));
  }
}

CLAUSE_TEST("S41g", "bytes behind the last part are refused, zeros too") {
  for (const std::string_view more :
       {std::string_view("\0", 1), std::string_view("\0\0\0\0\0", 5), std::string_view("text"),
        std::string_view("\x1f"), std::string_view("\x28\xb5")}) {
    const std::string gzip = gzip_member("one");
    CHECK(corpus_fault(gzip + std::string(more)) ==
          fmt::format("ValueError: x: gzip: byte {}: no member begins here, required a member or "
                      "the end [S41g, chapter 12]",
                      gzip.size()));
    const std::string zstd = zstd_frame("one");
    CHECK(corpus_fault(zstd + std::string(more)) ==
          fmt::format("ValueError: x: zstd: byte {}: no frame begins here, required a frame or "
                      "the end [S41g, chapter 12]",
                      zstd.size()));
  }
  CHECK(corpus_fault(gzip_member("one") + zstd_frame("two")).find(" byte 29: ") !=
        std::string::npos);
}

CLAUSE_TEST("S41g", "a build without the libraries refuses by name what it cannot read") {
  const Finished done =
      run({BPETITE_WITHOUT_COMPRESSION}, {.in = gzip_member("one") + zstd_frame("two")});
  CHECK(done.code == 0);
  CHECK(done.out ==
        "ValueError: x: this build cannot read gzip, required a build with zlib "
        "[S41g, chapter 12]\n");
  CHECK(run({BPETITE_WITHOUT_COMPRESSION}, {.in = zstd_frame("two")}).out ==
        "ValueError: x: this build cannot read zstd, required a build with libzstd "
        "[S41g, chapter 12]\n");
  CHECK(run({BPETITE_WITHOUT_COMPRESSION}, {.in = "plain"}).out == "plain\n");
}

CLAUSE_TEST("S41h", "a window of 2^27 bytes is read, and a larger one is refused") {
  const std::string rest = block_header(Block::raw, 3, true) + "one";
  CHECK(corpus_content(frame_header(27) + rest) == "one");
  for (const unsigned log : {28U, 31U, 41U}) {
    CHECK(corpus_fault(frame_header(log) + rest)
              .find("a window above 2^27 bytes, required 2^27 at "
                    "most [S41h, chapter 12]") != std::string::npos);
  }
}

// A small file with a large content: one byte, many times.
std::string repeated_byte(std::uint64_t bytes) {
  constexpr std::uint64_t block = std::uint64_t{1} << 17;  // the largest of zstd
  std::string file = frame_header(17);
  for (std::uint64_t i = 0; i < bytes / block; ++i) {
    file += block_header(Block::repeated, block, false) + "a";
  }
  return file + block_header(Block::raw, 0, true);
}

CLAUSE_TEST("S41h", "a content of 3 GiB, from 96 KiB, is read in 256 MiB of memory") {
  const std::uint64_t size = std::uint64_t{3} << 30;
  const std::string file = repeated_byte(size);
  CHECK(file.size() < size >> 14);
  const auto limit_memory = [] {
    const rlimit limit{std::size_t{1} << 28, std::size_t{1} << 28};
    if (!is_sanitized() && setrlimit(RLIMIT_DATA, &limit) != 0) _exit(2);
  };
  const std::string read = outcome_in_child(limit_memory, [&] {
    CorpusPipe pipe(file, 1 << 16);
    corpus::Input input(pipe.input(), "x");
    std::vector<char> block(1 << 23);
    std::uint64_t count = 0;
    while (const std::size_t more = input.read(block.data(), block.size())) count += more;
    return fmt::format("{}", count);
  });
  CHECK(read == fmt::format("{}", size));
}

}  // namespace
}  // namespace bpetite::test
