// Writes counts files (counts_file) and reads them (read_counts_file), byte by byte as
// spec/12-counts.md says. Such a file says how often each chunk of a corpus occurs.
//
//   " ab" 2, "ab" 1     gives    bpetite counts 1\n  pattern ...\n  unicode 16.0.0\n
//                                03 20 61 62  02     02 61 62  01     00
//                                02 00 00 00 00 00 00 00     8a b4 8e 49
//
// The whole file is one string. The reader goes through the file from the left, and refuses it at
// the first fault: a ValueError that names the byte at which the faulty part begins.
#include "reference/counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include <bpetite/errors.hpp>

#include "core/crc32.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "pattern/cutting_json.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::reference {
namespace {

constexpr std::string_view too_large = "all chunks together have 2^64 bytes or more";

bool cuts_as_v1(const Profile& profile) {
  const Profile& v1 = profiles::v1();
  return profile.normalizer == v1.normalizer && profile.splits == v1.splits;
}

// S40b: three lines for v1. S40h: two for any other profile.
constexpr std::string_view version_1 = "bpetite counts 1\n";
constexpr std::string_view version_2 = "bpetite counts 2\n";
std::string pattern_line(const Profile& profile) {
  return fmt::format("pattern {}\n", profile.splits.front().pattern.text);
}
std::string unicode_line(const Profile& profile) {
  return fmt::format("unicode {}\n", unicode::name(profile.splits.front().pattern.version));
}
std::string header(const Profile& profile) {
  if (!cuts_as_v1(profile)) {
    return fmt::format("{}{}\n", version_2, pattern::cutting_to_json(profile));
  }
  return fmt::format("{}{}{}", version_1, pattern_line(profile), unicode_line(profile));
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

constexpr std::size_t max_line = std::size_t{1} << 24;

// A counts file, and how far it has been read.
class Source {
 public:
  Source(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  std::uint64_t at() const { return at_; }
  std::string_view before() const { return bytes_.substr(0, at_); }
  bool is_at_end() const { return at_ == bytes_.size(); }

  std::string place(std::uint64_t byte) const {
    return fmt::format("counts: {}: byte {}", utf8::quoted(name_, 200), byte);
  }

  [[noreturn]] void refuse(std::uint64_t byte, std::string_view what,
                           std::string_view clause) const {
    throw ValueError(fmt::format("{}: {}", place(byte), what), clause);
  }

  bool is_next(std::string_view line) const { return bytes_.substr(at_).starts_with(line); }

  void expect(std::string_view line, std::string_view what) {
    if (!is_next(line)) refuse(at_, what, "S40b");
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

  // The rest of a line, whose newline is taken too.
  std::string_view line() {
    const std::string_view rest = bytes_.substr(at_);
    const std::size_t size = std::min(rest.find('\n'), rest.size());
    if (size > max_line) refuse(at_, "a line of more than 2^24 bytes", "S40h");
    return take(size + 1).substr(0, size);
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

// S40b, S40h: by what the chunks were cut.
Profile read_header(Source& source) {
  if (source.is_next(version_2)) {
    source.expect(version_2, "");
    const std::uint64_t begin = source.at();
    const std::string_view line = source.line();
    const Profile profile = pattern::cutting_from_json(line, source.place(begin));
    if (header(profile) != fmt::format("{}{}\n", version_2, line)) {
      source.refuse(
          begin,
          cuts_as_v1(profile) ? "what v1 cuts has format 1" : "this JSON is not the canonical one",
          "S40h");
    }
    return profile;
  }
  const Profile& v1 = profiles::v1();
  source.expect(version_1, "this is not a counts file of version 1 or 2");
  source.expect(pattern_line(v1), "the pattern is not that of FR-4");
  source.expect(unicode_line(v1),
                fmt::format("the version of Unicode is not {}", unicode::name(unicode::pinned)));
  return v1;
}

}  // namespace

std::string counts_file(const ChunkCounts& counts, const Profile& profile) {
  std::string bytes = header(profile);
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

CountsFile read_counts_file(std::string_view bytes, std::string_view name) {
  Source source(bytes, name);
  CountsFile file = {read_header(source), {}};
  ChunkCounts& counts = file.counts;
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
    if (utf8::first_ill_formed(chunk)) source.refuse(begin, "a chunk that is not UTF-8", "S40d");

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
  return file;
}

}  // namespace bpetite::reference
