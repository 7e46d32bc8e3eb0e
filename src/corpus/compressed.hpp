// Reads a corpus file that may be compressed (S41f to S41h): Input decompresses it block by block
// if its first bytes say that it is gzip or zstd. Any other file is read as it is.
//
//   corpus::Input input(file::Input("a.jsonl.zst"), "count: \"a.jsonl.zst\"");
//   while (const std::size_t size = input.read(block.data(), block.size())) ...
//
//   count: "a.jsonl.zst": zstd: the file ends at byte 4096, in the frame at byte 0 [S41g, ...]
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/file.hpp"

namespace bpetite::corpus {

// A file that is read through a buffer, so that its next bytes are known before they are taken.
class Ahead {
 public:
  explicit Ahead(file::Input file) : file_(std::move(file)) {}

  // The bytes that come next, and at least `least` of them unless the file has fewer. They stay
  // where they are until the next call.
  std::string_view bytes(std::size_t least);
  // Takes the first `size` of these bytes.
  void take(std::size_t size) { begin_ += size; }
  // Reads the next bytes without looking at them: fewer than `size` only at the end of the file.
  std::size_t read(char* into, std::size_t size);
  // The number of bytes that were taken or read.
  std::uint64_t offset() const { return read_ - (end_ - begin_); }

 private:
  file::Input file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of the bytes in the buffer that were not taken
  std::size_t end_ = 0;
  std::uint64_t read_ = 0;  // number of bytes read from the file
  bool ended_ = false;
};

// Whether the first four bytes of a file say that it is gzip or zstd.
bool is_compressed(std::string_view first);

// The content of a file, decompressed if its first bytes say gzip (1f 8b) or zstd (28 b5 2f fd, or
// 50 to 5f, then 2a 4d 18: a skippable frame).
class Input {
 public:
  // Messages begin with `place`, the name of the file. Nothing is read yet.
  explicit Input(file::Input input, std::string place);

  // Reads the next bytes of the content: fewer than `size` only at its end. ValueError: the file is
  // damaged, truncated or needs more memory than S41h allows, or this build has no library for it.
  // OSError: the file cannot be read. After an error, the object must not be used any more.
  std::size_t read(char* into, std::size_t size);
  // How far the file itself is read, in bytes. At the end of the content this is the file's size.
  std::uint64_t file_offset() const { return file_.offset(); }

  // One step of decompressing: some bytes become others, and a member (a frame) may end.
  struct Step {
    std::size_t taken = 0;
    std::size_t made = 0;
    bool ended = false;
    std::optional<std::string> fault;  // what is wrong with the member or the frame
    const char* clause = "S41g";       // of the fault
  };
  using Decompress = std::function<Step(std::string_view from, char* into, std::size_t size)>;

 private:
  enum class Form { unknown, plain, gzip, zstd };

  void begin();
  bool begins_part();
  std::size_t read_parts(char* into, std::size_t size);
  [[noreturn]] void fail(std::string_view what, const char* clause = "S41g") const;
  std::string_view name() const { return form_ == Form::gzip ? "gzip" : "zstd"; }
  std::string_view part_name() const { return form_ == Form::gzip ? "member" : "frame"; }

  Ahead file_;
  std::string place_;
  Form form_ = Form::unknown;
  Decompress decompress_;
  bool in_part_ = false;  // in a member of gzip or a frame of zstd
  std::uint64_t part_begin_ = 0;
};

}  // namespace bpetite::corpus
