// Tests the reading of corpora that may be compressed (spec/12-counts.md, S41f, S41g, S41h): plain
// files, members of gzip and frames of zstd, alone and in a sequence, read in blocks of any size,
// also from a pipe; files that are cut at each byte, have a bit flipped, or have more bytes at the
// end; windows above the limit; and large contents in little memory. And that contents are cut into
// texts wherever a block ends (S57d, S81d).
//
//   corpus_content(gzip_member("ab"))                 "ab"
//   corpus_fault(gzip_member("ab").substr(0, 20))     "x: gzip: the file ends at byte 20, in the
//   member ..."
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

#include "corpus/delimited.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/compressed.hpp"

namespace bpetite::test {
namespace {

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
  const std::vector<std::string> files = {plain, theses_by_gzip(), theses_by_zstd(),
                                          gzip_member(plain), zstd_frame(plain)};
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
  CHECK(corpus_content(one + gzip_member("") + theses_by_gzip() + one) ==
        "one" + std::string(theses) + "one");
  std::string frames;
  for (unsigned first = 0x50; first <= 0x5f; ++first) {
    frames += zstd_skipped(static_cast<unsigned char>(first), std::string(first, 's'));
    CHECK(corpus_content(frames) == "");
  }
  frames += zstd_frame("one") + zstd_frame("") + theses_by_zstd();
  frames += zstd_skipped(0x50, "") + zstd_frame("one") + zstd_skipped(0x5e, "index");
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
  const std::string_view part = gzip ? "member" : "frame";
  std::size_t at = 0;  // where the part with the cut begins
  for (std::size_t i = 0; at + parts[i].size() <= size; ++i) at += parts[i].size();
  if (at == size) return "none";
  return fmt::format(
      "ValueError: x: {}: {} [S41g, chapter 12]", gzip ? "gzip" : "zstd",
      size >= at + magic
          ? fmt::format("the file ends at byte {}, in the {} at byte {}", size, part, at)
          : fmt::format("no {0} begins at byte {1}, required a {0} or the end", part, at));
}

CLAUSE_TEST("S41g", "a file that is cut at any byte is refused there, unless a part ends there") {
  const std::vector<std::vector<std::string>> files = {
      {theses_by_gzip()},
      {theses_by_zstd()},
      {gzip_member("one"), theses_by_gzip()},
      {zstd_skipped(0x50, "skipped"), zstd_frame("one"), zstd_skipped(0x51, "skipped")}};
  for (const auto& parts : files) {
    const std::string file = fmt::format("{}", fmt::join(parts, ""));
    for (std::size_t size = 4; size < file.size(); ++size) {
      CAPTURE(size);
      CHECK(corpus_fault(file.substr(0, size)) == wanted_of_cut(parts, size));
    }
  }
}

CLAUSE_TEST("S41g", "a flipped bit is found, or changes nothing of the content") {
  for (const std::string& file : {theses_by_gzip(), theses_by_zstd()}) {
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
        CHECK(fault.find(" at byte ") != std::string::npos);
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
          fmt::format("ValueError: x: gzip: no member begins at byte {}, required a member or the "
                      "end [S41g, chapter 12]",
                      gzip.size()));
    const std::string zstd = zstd_frame("one");
    CHECK(corpus_fault(zstd + std::string(more)) ==
          fmt::format("ValueError: x: zstd: no frame begins at byte {}, required a frame or the "
                      "end [S41g, chapter 12]",
                      zstd.size()));
  }
  CHECK(corpus_fault(gzip_member("one") + zstd_frame("two")).find(" at byte 26, ") !=
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
  const std::string rest = zstd_block(ZstdBlock::raw, 3, true) + "one";
  CHECK(corpus_content(zstd_header(27) + rest) == "one");
  for (const unsigned log : {28U, 31U, 41U}) {
    CHECK(corpus_fault(zstd_header(log) + rest)
              .find("the frame at byte 0 has a window above 2^27 bytes, required 2^27 at "
                    "most [S41h, chapter 12]") != std::string::npos);
  }
}

CLAUSE_TEST("S41h", "a content of 3 GiB, from 96 KiB, is read in 256 MiB of memory") {
  const std::uint64_t size = std::uint64_t{3} << 30;
  const std::string file = zstd_repeated(size);
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

// A reader of the content, which adds all bytes that are taken to `taken`.
corpus::DelimitedReader texts_between(const std::string& content, const std::string& delimiter,
                                      std::string& taken) {
  auto read = [&content, at = std::size_t{0}](char* into, std::size_t size) mutable {
    const std::size_t more = content.copy(into, size, at);
    at += more;
    return more;
  };
  return {read, delimiter, content.size(), 0,
          [&taken](std::string_view bytes) { taken.append(bytes); }};
}

CLAUSE_TEST("S81d S57d", "a separator may lie across two blocks, and a text may have many") {
  constexpr std::size_t block = std::size_t{1} << 20;  // of DelimitedReader
  for (const std::string separator : {"|", "<>", "<end>"}) {
    for (std::size_t size = block - separator.size() - 1; size <= block + 1; ++size) {
      CAPTURE(separator, size);
      const std::vector<std::string> texts = {std::string(size, 'x'),
                                              std::string(2 * block + 3, 'y'), "z"};
      const std::string content = fmt::format("{}", fmt::join(texts, separator));
      std::string taken;
      auto reader = texts_between(content, separator, taken);
      std::size_t at = 0;
      for (const std::string& text : texts) {
        const auto found = reader.take();
        REQUIRE(found.has_value());
        CHECK((found->at == at && found->text == text && !found->is_long));
        at += text.size() + separator.size();
      }
      CHECK_FALSE(reader.take().has_value());
      CHECK((taken == content));
      auto passed = texts_between(content, separator, taken);
      passed.skip();
      CHECK(passed.next() == size + separator.size());
    }
  }
}

}  // namespace
}  // namespace bpetite::test
