// Writes and reads counts files, byte by byte as spec/12-counts.md says.
//
//   " ab" 2, "ab" 1     gives    bpetite counts 1\n  pattern ...\n  unicode 16.0.0\n
//                                03 20 61 62  02     02 61 62  01     00
//                                02 00 00 00 00 00 00 00     8a b4 8e 49
//
// The whole file is one string. A reader refuses a faulty file at the first byte where the fault
// shows, from the left.
#include "reference/counts.hpp"

#include <fmt/format.h>

#include <limits>

#include <bpetite/errors.hpp>

#include "core/crc32.hpp"
#include "core/utf8.hpp"

namespace bpetite::reference {
namespace {

constexpr std::string_view too_large = "all chunks together have 2^64 bytes or more";

// S40b: three lines.
std::string version_line() { return "bpetite counts 1\n"; }
std::string pattern_line(const Pattern& pattern) {
  return fmt::format("pattern {}\n", pattern.text);
}
std::string unicode_line(unicode::Version version) {
  return fmt::format("unicode {}\n", unicode::name(version));
}

// S40c: seven bits a byte, the lowest seven first.
std::string number_bytes(std::uint64_t number) {
  std::string bytes;
  while (number > 127) {
    bytes += static_cast<char>(static_cast<unsigned char>(128 + number % 128));
    number /= 128;
  }
  return bytes + static_cast<char>(number);
}

// S40f: a number in `size` bytes, the low byte first.
std::string fixed_bytes(std::uint64_t number, unsigned size) {
  std::string bytes;
  for (unsigned i = 0; i < size; ++i) {
    bytes += static_cast<char>(static_cast<unsigned char>(number % 256));
    number /= 256;
  }
  return bytes;
}

std::uint32_t checksum(std::string_view bytes) {
  Crc32 crc;
  crc.add(bytes);
  return crc.value();
}

// S40e: adds the bytes of a chunk as often as it occurs. False if the sum is 2^64 or more.
bool add_bytes(std::uint64_t& total, std::size_t size, Count count) {
  if (count > (std::numeric_limits<std::uint64_t>::max() - total) / size) return false;
  total += size * count;
  return true;
}

// A counts file, and how far it has been read.
class Source {
 public:
  Source(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  std::uint64_t at() const { return at_; }
  std::string_view before() const { return bytes_.substr(0, at_); }
  bool is_at_end() const { return at_ == bytes_.size(); }

  [[noreturn]] void refuse(std::uint64_t byte, std::string_view what,
                           std::string_view clause) const {
    throw ValueError(fmt::format("counts: {}: byte {}: {}", utf8::quoted(name_, 200), byte, what),
                     clause);
  }

  void expect(std::string_view line, std::string_view what) {
    if (!bytes_.substr(at_).starts_with(line)) refuse(at_, what, "S40b");
    at_ += line.size();
  }

  // The next `size` bytes.
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size() - at_) {
      refuse(bytes_.size(), "the file ends here, and more is required", "S40g");
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }

  std::uint64_t number() {
    const std::uint64_t begin = at_;
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = static_cast<unsigned char>(take(1)[0]);
      if (shift == 63 && byte > 1) refuse(begin, "a number of 2^64 or more", "S40c");
      value += (byte % 128) << shift;
      if (byte > 127) continue;
      if (byte == 0 && shift > 0) refuse(begin, "a number that could be shorter", "S40c");
      return value;
    }
  }

 private:
  std::string_view bytes_;
  std::string_view name_;
  std::uint64_t at_ = 0;
};

}  // namespace

std::string counts_file(const ChunkCounts& counts, const Pattern& pattern) {
  std::string bytes = version_line() + pattern_line(pattern) + unicode_line(pattern.version);
  std::uint64_t corpus_bytes = 0;
  for (const auto& [chunk, count] : counts) {
    if (!add_bytes(corpus_bytes, chunk.size(), count)) {
      throw ValueError(fmt::format("counts: {}", too_large), "S40e");
    }
    bytes += number_bytes(chunk.size()) + chunk + number_bytes(count);
  }
  bytes += number_bytes(0) + fixed_bytes(counts.size(), 8);
  return bytes + fixed_bytes(checksum(bytes), 4);
}

ChunkCounts read_counts_file(std::string_view bytes, std::string_view name,
                             const Pattern& pattern) {
  Source source(bytes, name);
  source.expect(version_line(), "this is no counts file of version 1");
  source.expect(pattern_line(pattern), "the pattern is not that of FR-4");
  source.expect(unicode_line(pattern.version),
                fmt::format("the version of Unicode is not {}", unicode::name(pattern.version)));

  ChunkCounts counts;
  std::uint64_t corpus_bytes = 0;
  std::uint64_t begin = source.at();
  for (std::uint64_t size = source.number(); size > 0; size = source.number()) {
    // S40d: the chunks are well-formed and in order.
    const std::string chunk(source.take(size));
    if (!counts.empty() && chunk <= counts.rbegin()->first) {
      const bool again = chunk == counts.rbegin()->first;
      source.refuse(begin, again ? "the same chunk again" : "a chunk that belongs further up",
                    "S40d");
    }
    if (utf8::first_ill_formed(chunk)) source.refuse(begin, "a chunk that is no UTF-8", "S40d");

    const std::uint64_t at_count = source.at();
    const Count count = source.number();
    if (count == 0) source.refuse(at_count, "a count of 0", "S40d");
    if (!add_bytes(corpus_bytes, chunk.size(), count)) source.refuse(at_count, too_large, "S40e");
    counts[chunk] = count;
    begin = source.at();
  }

  const std::uint64_t at_entries = source.at();
  if (source.take(8) != fixed_bytes(counts.size(), 8)) {
    source.refuse(at_entries, fmt::format("not the number of entries, {}", counts.size()), "S40f");
  }
  const std::uint64_t at_checksum = source.at();
  const std::string wanted = fixed_bytes(checksum(source.before()), 4);
  if (source.take(4) != wanted) {
    source.refuse(at_checksum, "not the checksum of what is before", "S40f");
  }
  if (!source.is_at_end()) {
    source.refuse(source.at(), "more bytes, where the file was to end", "S40f");
  }
  return counts;
}

}  // namespace bpetite::reference
