// Reads any bytes as a counts file, which lists the chunks of a corpus and how often each occurs. A
// number before the file says whether a valid header and a valid checksum are added. Engine and
// reference must read the same counts and profile or give the same error, whatever the size of the
// engine's buffer. Both must write what they read as the bytes of the file.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

#include "core/crc32.hpp"
#include "engine/count/counts_file.hpp"
#include "harness.hpp"
#include "profiles/profiles.hpp"
#include "reference/counts.hpp"

namespace {

using namespace bpetite;

// What a reader gives: by what the chunks were cut, and the counts; or an error.
struct Answer {
  Profile profile = {};
  reference::ChunkCounts counts = {};
  std::string complaint = {};
  friend bool operator==(const Answer&, const Answer&) = default;
};

template <typename Read>
Answer answer(const Read& read) {
  Answer result;
  try {
    read(result);
  } catch (const ValueError& error) {
    result = {.complaint = error.what()};
  }
  return result;
}

Answer engine_answer(const std::string& file, std::size_t buffer) {
  return answer([&](Answer& result) {
    engine::count::CountsReader reader(
        [&](char* into, std::size_t size, std::uint64_t offset) {
          const std::size_t begin = std::min<std::size_t>(offset, file.size());
          const std::size_t count = std::min(size, file.size() - begin);
          std::memcpy(into, file.data() + begin, count);
          return count;
        },
        "x", buffer);
    result.profile = reader.profile();
    while (reader.next()) result.counts.emplace(reader.chunk(), reader.count());
  });
}

Answer reference_answer(const std::string& file) {
  return answer([&](Answer& result) {
    const reference::CountsFile read = reference::read_counts_file(file, "x");
    result.profile = read.profile;
    result.counts = read.counts;
  });
}

// The input, with a valid header before it and a valid checksum after it where it asks for them.
// Hardly any input has them by chance.
std::string file_of(std::string_view bytes, bool has_header, bool has_checksum) {
  std::string file;
  if (!has_header) {
    const std::string none = reference::counts_file({}, profiles::v1());
    file = none.substr(0, none.size() - 13);  // the end: a byte, a number of 8 and one of 4
  }
  file += bytes;
  if (!has_checksum) {
    Crc32 crc;
    crc.add(file);
    file += fuzz::written(crc.value(), 4);
  }
  return file;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(fuzz::bytes_of(data, size));
  const std::uint32_t form = input.number(1);
  const std::string file = file_of(input.rest(), (form & 1) != 0, (form & 2) != 0);
  const Answer wanted = reference_answer(file);
  for (const std::size_t buffer : {std::size_t{1} + form / 4, std::size_t{1} << 16}) {
    assert_internal(engine_answer(file, buffer) == wanted, "reference and engine read differently");
  }
  if (!wanted.complaint.empty()) return 0;
  std::string written;
  engine::count::CountsWriter writer([&](std::string_view part) { written += part; },
                                     engine::count::counts_header(wanted.profile));
  for (const auto& [chunk, count] : wanted.counts) writer.add(chunk, count);
  writer.finish();
  assert_internal(written == reference::counts_file(wanted.counts, wanted.profile),
                  "reference and engine write differently");
  assert_internal(written == file, "a file that was read is written in other bytes");
  return 0;
}
