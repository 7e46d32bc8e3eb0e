// Reads files completely or in blocks, and writes files completely or not at all (spec/08-save.md).
// First what reads, then what writes, then the rest:
//
//   read("a.json")                      the bytes of a file, at most 2 GiB if nothing else is said
//   Input                               a file that is read whole, or in blocks: in order or at any
//                                       offset
//   most_document_bytes, any_size       limits for reading a file whole: 2 GiB, and none
//   save_atomically("a.json", bytes, overwrite)
//                                       writes the whole file, or leaves the old one
//   Temporary                           the same for bytes that come in parts
//   check_destination("a.json", overwrite)
//                                       reports the errors of saving before a long computation
//   Scratch                             a temporary file without a name
//   temporary_name(), directory_of("out/a.json")
//                                       a name for a file that is not complete, and "out"
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/descriptor.hpp"

namespace bpetite::file {

// S13g: the largest document that is kept in memory: an artifact, a rank file, a suite, a report.
inline constexpr std::uint64_t most_document_bytes = std::uint64_t{1} << 31;
// For texts and ids: as large as the memory allows.
inline constexpr std::uint64_t any_size = std::numeric_limits<std::uint64_t>::max();

// The bytes of a file.
// FileNotFoundError: it does not exist. ValueError: it has more than `most` bytes. OSError: a
// directory, a device without an end (S13h) or any other error of the system.
std::string read(const std::filesystem::path& path, std::uint64_t most = most_document_bytes);

// A file that is read in blocks, with the errors of read().
class Input {
 public:
  explicit Input(const std::filesystem::path& path);
  // A file that is already open, such as standard input. Messages give it this name.
  Input(Descriptor file, std::filesystem::path name);

  // Reads the next bytes into the buffer. It reads fewer than `size` only at the end of the file.
  std::size_t read(char* into, std::size_t size);
  // Reads the bytes that are available, at most `size`, and waits only if there are none. 0 is the
  // end.
  std::size_t read_some(char* into, std::size_t size);
  // Reads the rest of the file. Returns it behind the bytes `before`, which were read earlier.
  // ValueError if all of them are more than `most`.
  std::string read_all(std::uint64_t most, std::string before = {});

  // Whether reading at any offset is possible: a file allows it, a pipe does not.
  bool has_offsets() const;
  // Reads at an offset. OSError if that is not possible.
  std::size_t read_at(char* into, std::size_t size, std::uint64_t offset) const;

 private:
  std::filesystem::path path_;
  Descriptor file_;
};

// A temporary file without a name. The system removes it with this object, and when the process
// ends in any way.
class Scratch {
 public:
  explicit Scratch(const std::filesystem::path& directory);

  void append(std::string_view bytes);
  std::size_t read_at(char* into, std::size_t size, std::uint64_t offset) const;

 private:
  std::filesystem::path directory_;
  Descriptor file_;
};

// The new content of a file under a temporary name, in the directory of the destination. The
// destructor removes it, unless save() has moved it to the destination.
class Temporary {
 public:
  explicit Temporary(const std::filesystem::path& destination);
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary();

  void write(std::string_view bytes);
  // FR-28, S14: makes the written bytes the content of the destination, durably. Without
  // overwrite, the rename does not replace a file.
  void save(bool overwrite);

 private:
  void sync();
  void replace_destination();
  void become_destination();
  void sync_directory();
  int create();
  bool remove();
  void require(bool done, std::string_view doing) const;

  std::filesystem::path destination_;
  Descriptor directory_;
  std::string name_;
  bool exists_ = false;
  Descriptor file_;
};

// Reports, before a long computation, the errors that saving would report (S24): a missing parent
// directory, then an existing file (S14), or a directory at the destination. It only saves time:
// the rename in save() decides.
void check_destination(const std::filesystem::path& path, bool overwrite);

// FR-28, S14: writes a temporary file beside `path`, calls fsync, renames it (without overwrite,
// the rename replaces nothing), and calls fsync for the directory. After any error, the
// destination has the old bytes or the new ones, and the temporary file is removed.
void save_atomically(const std::filesystem::path& path, std::string_view bytes, bool overwrite);

// A name for a file that is not complete yet: ".bpetite-5f0c3a91e2d47b68.tmp", with random digits.
// Returns nullopt if the system has no random numbers; errno says why.
std::optional<std::string> temporary_name();

// The directory of "out/t.json" is "out", that of "t.json" is ".", and that of "out/" is "out".
std::filesystem::path directory_of(const std::filesystem::path& destination);

}  // namespace bpetite::file
