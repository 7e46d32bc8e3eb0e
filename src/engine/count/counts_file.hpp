// Writes and reads files of chunk counts as streams (spec/12-counts.md): CountsWriter,
// CountsReader, and the header that says how the chunks were cut.
//
//   bpetite counts 1\n pattern '(?:[sdmt]|...\n unicode 16.0.0\n      the header
//   03 20 61 62  02      " ab" twice
//   02 61 62  01         "ab" once
//   00                   the end
//   02 00 00 00 00 00 00 00  xx xx xx xx      two entries, CRC-32 of all before
//
// Neither side needs the whole file in memory. A writer has the bytes that are not yet written, and
// counts entries, chunks and bytes. A reader has a buffer, an entry, and the chunk before it. A
// header has format 1 if the chunks were cut as v1 does, and else format 2, whose second line names
// a normalizer and splits, in 2^24 bytes at most. counts_header() makes a header, profile_of_line()
// reads the second line of format 2, and check_header() throws an error if two headers differ.
// props/training/counts_file.cpp breaks a file in every place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <bpetite/ids.hpp>

#include "core/crc32.hpp"
#include "core/profile.hpp"

namespace bpetite::engine::count {

// The header says how the chunks were cut.
//
//   bpetite counts 1       the profile v1: its pattern, and the version of Unicode (S40b)
//   pattern '(?:[sdmt]|...
//   unicode 16.0.0
//
//   bpetite counts 2       any other: a normalizer and splits, as Schema v2 has them (S40h)
//   {"normalizer":"none","splits":[{...}]}
inline constexpr std::string_view first_line_1 = "bpetite counts 1\n";
inline constexpr std::string_view first_line_2 = "bpetite counts 2\n";

// The longest second line of format 2, in bytes.
inline constexpr std::size_t max_cutting = std::size_t{1} << 24;

// The header of counts under this profile: of format 1 if it cuts as v1 does. Only its normalizer
// and its splits matter. ValueError if its patterns are longer than that (S40h).
std::string counts_header(const Profile& profile);

// The profile of the second line of format 2: a normalizer and splits. The line is given without
// its newline. ValueError: the line is faulty, or is not the one that counts_header writes. The
// message begins with `place`.
Profile profile_of_line(std::string_view line, const std::string& place);

// ValueError unless the header is the wanted one, which is that of `other`. `name` is the name of
// the file.
void check_header(std::string_view header, std::string_view name, std::string_view wanted,
                  std::string_view other);

class CountsWriter {
 public:
  // `sink` takes the bytes of the file, part by part. The header is that of counts_header().
  CountsWriter(std::function<void(std::string_view)> sink, std::string header);

  // Chunks must come in ascending order, each once, with counts above 0. ValueError if all the
  // chunks together have 2^64 bytes or more (S40e).
  void add(std::string_view chunk, Count count);
  void finish();

  std::uint64_t entries() const { return entries_; }
  // All chunks and their bytes, each chunk as often as it occurs.
  std::uint64_t corpus_chunks() const { return corpus_chunks_; }
  std::uint64_t corpus_bytes() const { return corpus_bytes_; }

 private:
  void flush();

  std::function<void(std::string_view)> sink_;
  std::string buffer_;
  Crc32 crc_;
  std::uint64_t entries_ = 0;
  std::uint64_t corpus_chunks_ = 0;
  std::uint64_t corpus_bytes_ = 0;
};

class CountsReader {
 public:
  // Reads at most `size` bytes at an offset; fewer only at the end of the file.
  using ReadAt = std::function<std::size_t(char* into, std::size_t size, std::uint64_t offset)>;

  // `name` is the name of the file in messages. ValueError, here and from next(): the file does not
  // have the form of S40. The message has the offset of the byte.
  CountsReader(ReadAt read_at, std::string name, std::size_t buffer_size = std::size_t{1} << 16);

  // How the chunks were cut: the header, and a profile that cuts so. For format 1 it is v1.
  const std::string& header() const { return header_; }
  const Profile& profile() const { return profile_; }

  // Goes to the next entry. False at the end, once all of the file was checked.
  bool next();
  // Both are valid until the next call.
  std::string_view chunk() const { return chunk_; }
  Count count() const { return count_; }

 private:
  std::string place(std::uint64_t offset) const;
  [[noreturn]] void refuse(std::uint64_t offset, std::string_view what, std::string_view clause);
  std::uint64_t offset() const { return buffer_offset_ + at_; }
  bool fill();
  char byte();
  std::string_view take(std::size_t most);
  std::uint64_t number();
  std::uint64_t fixed_number(unsigned bytes);
  void read_header();
  [[noreturn]] void refuse_first_line();
  void read_cutting();
  void read_end();

  ReadAt read_at_;
  std::string name_;
  std::size_t buffer_size_;
  std::string buffer_;
  std::uint64_t buffer_offset_ = 0;  // of the buffer in the file
  std::size_t at_ = 0;               // in the buffer
  Crc32 crc_;                        // of all bytes before the buffer
  std::string header_;
  Profile profile_;
  std::string chunk_;
  std::string before_;  // the chunk before it
  Count count_ = 0;
  std::uint64_t entries_ = 0;
  std::uint64_t corpus_bytes_ = 0;
  bool done_ = false;
};

}  // namespace bpetite::engine::count
