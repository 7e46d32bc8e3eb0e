// Writes and reads counts files, which say how often each chunk of a corpus occurs (CountsWriter,
// CountsReader). The writer collects bytes and passes them on in blocks. The reader checks each
// rule as it reads, and its errors name the byte at which the faulty part begins. counts_header()
// makes the header for a profile, profile_of_line() reads the profile from the second line of
// format 2, and check_header() throws an error if two headers differ. All chunks together must have
// fewer than 2^64 bytes.
//
//   "a" after "b" in the file     the reader: byte 120: "a chunk that belongs further up"
#include "engine/count/counts_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/scan/utf8.hpp"
#include "pattern/cutting_json.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::engine::count {
namespace {

bool cuts_as_v1(const Profile& profile) {
  const Profile& v1 = profiles::by_default();
  return profile.normalizer == v1.normalizer && profile.splits == v1.splits;
}

}  // namespace

std::string counts_header(const Profile& profile) {
  if (cuts_as_v1(profile)) {
    const Pattern& pattern = profile.splits.front().pattern;
    return fmt::format("{}pattern {}\nunicode {}\n", first_line_1, pattern.text,
                       unicode::name(pattern.version));
  }
  const std::string cutting = pattern::cutting_to_json(profile);
  if (cutting.size() > max_cutting) {
    throw ValueError("counts: the patterns have more than 2^24 bytes in JSON", "S40h");
  }
  return fmt::format("{}{}\n", first_line_2, cutting);
}

Profile profile_of_line(std::string_view line, const std::string& place) {
  const Profile profile = pattern::cutting_from_json(line, place);
  if (counts_header(profile) != fmt::format("{}{}\n", first_line_2, line)) {
    throw ValueError(fmt::format("{}: {}", place,
                                 cuts_as_v1(profile) ? "what v1 cuts has format 1"
                                                     : "this JSON is not the canonical one"),
                     "S40h");
  }
  return profile;
}

void check_header(std::string_view header, std::string_view name, std::string_view wanted,
                  std::string_view other) {
  if (header == wanted) return;
  const auto [at, _] = std::ranges::mismatch(header, wanted);
  throw ValueError(
      fmt::format("counts: {}: byte {}: its chunks were cut in another way than those of {}",
                  utf8::quoted(name, 200), at - header.begin(), other),
      "S40i");
}

namespace {

// Writes seven bits in each byte, the lowest first. The highest bit of a byte says that more
// follow: 300 is AC 02.
void append_number(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) {
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(number | 0x80)));
  }
  bytes.push_back(static_cast<char>(number));
}

void append_fixed(std::string& bytes, std::uint64_t number, unsigned size) {
  for (unsigned i = 0; i < size; ++i) {
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(number >> 8 * i)));
  }
}

constexpr std::string_view too_many_bytes = "all chunks together have 2^64 bytes or more";

}  // namespace

CountsWriter::CountsWriter(std::function<void(std::string_view)> sink, std::string header)
    : sink_(std::move(sink)), buffer_(std::move(header)) {}

void CountsWriter::add(std::string_view chunk, Count count) {
  if (!add_bytes(corpus_bytes_, chunk.size(), count)) {
    throw ValueError(fmt::format("counts: {}", too_many_bytes), "S40e");
  }
  append_number(buffer_, chunk.size());
  buffer_.append(chunk);
  append_number(buffer_, count);
  ++entries_;
  corpus_chunks_ += count;
  constexpr std::size_t much = std::size_t{1} << 18;
  if (buffer_.size() >= much) flush();
}

void CountsWriter::finish() {
  append_number(buffer_, 0);
  append_fixed(buffer_, entries_, 8);
  flush();
  append_fixed(buffer_, crc_.value(), 4);
  flush();
}

void CountsWriter::flush() {
  crc_.add(buffer_);
  sink_(buffer_);
  buffer_.clear();
}

CountsReader::CountsReader(ReadAt read_at, std::string name, std::size_t buffer_size)
    : read_at_(std::move(read_at)),
      name_(std::move(name)),
      buffer_size_(std::max<std::size_t>(buffer_size, 1)) {
  read_header();
}

std::string CountsReader::place(std::uint64_t offset) const {
  return fmt::format("counts: {}: byte {}", utf8::quoted(name_, 200), offset);
}

void CountsReader::refuse(std::uint64_t offset, std::string_view what, std::string_view clause) {
  throw ValueError(fmt::format("{}: {}", place(offset), what), clause);
}

// Fills the buffer if all of it was read. False at the end of the file.
bool CountsReader::fill() {
  if (at_ < buffer_.size()) return true;
  crc_.add(buffer_);
  buffer_offset_ += buffer_.size();
  buffer_.resize(buffer_size_);
  buffer_.resize(read_at_(buffer_.data(), buffer_size_, buffer_offset_));
  at_ = 0;
  return !buffer_.empty();
}

char CountsReader::byte() {
  if (!fill()) refuse(offset(), "the file ends here, and more is required", "S40g");
  return buffer_[at_++];
}

// Takes some of the next bytes: at least one, and at most `most`.
std::string_view CountsReader::take(std::size_t most) {
  if (!fill()) refuse(offset(), "the file ends here, and more is required", "S40g");
  const std::string_view part = std::string_view(buffer_).substr(at_, most);
  at_ += part.size();
  return part;
}

// S40c "A number has no more bytes than it needs".
std::uint64_t CountsReader::number() {
  const std::uint64_t begin = offset();
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto part = static_cast<unsigned char>(byte());
    value |= std::uint64_t{part & 0x7FU} << shift;
    if (shift == 63 && part > 1) break;
    if ((part & 0x80U) != 0) continue;
    if (part == 0 && shift > 0) refuse(begin, "a number that could be shorter", "S40c");
    return value;
  }
  refuse(begin, "a number of 2^64 or more", "S40c");
}

std::uint64_t CountsReader::fixed_number(unsigned bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(byte())} << 8 * i;
  }
  return value;
}

void CountsReader::read_header() {
  const auto is_next = [this](std::string_view wanted) {
    return std::ranges::all_of(wanted, [this](char c) { return fill() && byte() == c; });
  };
  // Both first lines are the same up to the number.
  constexpr std::size_t at_number = first_line_1.size() - 2;
  if (!is_next(first_line_1.substr(0, at_number)) || !fill()) refuse_first_line();
  const char number = byte();
  if ((number != '1' && number != '2') || !is_next("\n")) refuse_first_line();
  if (number == '2') return read_cutting();

  profile_ = profiles::by_default();
  header_ = counts_header(profile_);
  const std::string_view unicode_line = std::string_view(header_).substr(header_.rfind("unicode "));
  const std::size_t pattern_size = header_.size() - first_line_1.size() - unicode_line.size();
  if (const std::uint64_t begin = offset();
      !is_next(std::string_view(header_).substr(first_line_1.size(), pattern_size))) {
    refuse(begin, "the pattern is not that of FR-4", "S40b");
  }
  if (const std::uint64_t begin = offset(); !is_next(unicode_line)) {
    refuse(begin, fmt::format("the version of Unicode is not {}", unicode::name(unicode::pinned)),
           "S40b");
  }
}

void CountsReader::refuse_first_line() {
  refuse(0, "this is not a counts file of version 1 or 2", "S40b");
}

// S40h: reads the second line of format 2.
void CountsReader::read_cutting() {
  const std::uint64_t begin = offset();
  std::string line;
  for (char c = byte(); c != '\n'; c = byte()) {
    if (line.size() == max_cutting) refuse(begin, "a line of more than 2^24 bytes", "S40h");
    line.push_back(c);
  }
  profile_ = profile_of_line(line, place(begin));
  header_ = fmt::format("{}{}\n", first_line_2, line);
}

bool CountsReader::next() {
  if (done_) return false;
  const std::uint64_t begin = offset();
  std::uint64_t left = number();
  const std::uint64_t size = left;
  if (left == 0) {
    read_end();
    return false;
  }

  // Memory grows with the bytes that are really there, whatever size the file names.
  std::swap(chunk_, before_);
  chunk_.clear();
  while (left > 0) {
    const std::string_view part = take(std::min<std::uint64_t>(left, buffer_size_));
    chunk_.append(part);
    left -= part.size();
  }
  if (entries_ > 0 && chunk_ <= before_) {
    refuse(begin, chunk_ == before_ ? "the same chunk again" : "a chunk that belongs further up",
           "S40d");
  }
  if (scan::first_ill_formed(chunk_)) refuse(begin, "a chunk that is not UTF-8", "S40d");

  const std::uint64_t at_count = offset();
  count_ = number();
  if (count_ == 0) refuse(at_count, "a count of 0", "S40d");
  if (!add_bytes(corpus_bytes_, size, count_)) refuse(at_count, too_many_bytes, "S40e");
  ++entries_;
  return true;
}

void CountsReader::read_end() {
  const std::uint64_t at_entries = offset();
  if (fixed_number(8) != entries_) {
    refuse(at_entries, fmt::format("not the number of entries, {}", entries_), "S40f");
  }
  Crc32 crc = crc_;
  crc.add(std::string_view(buffer_).substr(0, at_));
  const std::uint64_t at_crc = offset();
  if (fixed_number(4) != crc.value()) refuse(at_crc, "not the checksum of what is before", "S40f");
  if (fill()) refuse(offset(), "more bytes, where the file was to end", "S40f");
  done_ = true;
}

}  // namespace bpetite::engine::count
