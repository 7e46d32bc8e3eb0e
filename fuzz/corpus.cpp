// Reads any bytes as the file of a corpus, which may be compressed. A number before the file says
// whether the first bytes of gzip or of zstd are added. The content, or the error, must be the same
// for blocks of any size. If a file is read without an error, the same file twice gives the content
// twice. Large contents are not read to the end.
#include "corpus/compressed.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "harness.hpp"

namespace {

using namespace bpetite;

constexpr std::size_t most_content = std::size_t{1} << 20;
constexpr std::size_t pipe_size = std::size_t{1} << 16;

struct Answer {
  std::string content;
  std::string complaint;
  bool is_large = false;
  friend bool operator==(const Answer&, const Answer&) = default;
};

// A pipe that holds the file, which is small enough for it.
file::Descriptor pipe_with(std::string_view bytes) {
  int ends[2] = {-1, -1};
  assert_internal(::pipe(ends) == 0, "no pipe");
  file::Descriptor in(ends[1]);
  assert_internal(
      ::write(in.number(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
      "the pipe is too small");
  return file::Descriptor(ends[0]);
}

Answer answer(std::string_view bytes, std::size_t block) {
  Answer result;
  corpus::Input input(file::Input(pipe_with(bytes), "x"), "x");
  std::vector<char> buffer(block);
  try {
    for (std::size_t size = block; size == block && !result.is_large;) {
      size = input.read(buffer.data(), block);
      result.content.append(buffer.data(), size);
      result.is_large = result.content.size() > most_content;
    }
  } catch (const ValueError& error) {
    // The texts of the last block are lost. The library may find another fault first, since it
    // looks at more or fewer bytes at once.
    const std::string_view what = error.what();
    result = {{}, std::string(what.substr(0, what.find("damaged"))), false};
  }
  return result;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace std::string_view_literals;
  constexpr std::string_view beginnings[] = {""sv, "\x1f\x8b"sv, "\x1f\x8b\x08\0\0\0\0\0\0\x03"sv,
                                             "\x28\xb5\x2f\xfd"sv};
  fuzz::Input input(fuzz::bytes_of(data, size));
  const std::uint32_t form = input.number(1);
  const std::string file = std::string(beginnings[form % 4]) + std::string(input.rest());
  if (2 * file.size() > pipe_size) return 0;

  const Answer whole = answer(file, pipe_size);
  const Answer in_blocks = answer(file, 1 + form / 4);
  if (whole.is_large || in_blocks.is_large) return 0;
  assert_internal(whole == in_blocks, "the content depends on the blocks");
  if (!whole.complaint.empty()) return 0;
  const Answer twice = answer(file + file, pipe_size);
  if (twice.is_large) return 0;
  assert_internal(twice.content == whole.content + whole.content,
                  "a file twice has not the content twice");
  return 0;
}
