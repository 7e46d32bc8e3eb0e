// Files: read whole or block by block, written whole or not at all (spec/08-save.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

#include "core/descriptor.hpp"

namespace bpetite::file {

// S13g: the most bytes of a document that is held whole: an artifact, a rank file, a suite, a
// report.
inline constexpr std::uint64_t most_document_bytes = std::uint64_t{1} << 31;
// A text, or ids: whatever the memory holds.
inline constexpr std::uint64_t any_size = std::numeric_limits<std::uint64_t>::max();

// The bytes of a file. FileNotFoundError if there is none, ValueError if there are more than `most`
// of them, OSError for a directory, a device without an end (S13h) or whatever else the system
// refuses.
std::string read(const std::filesystem::path& path, std::uint64_t most = most_document_bytes);

// A file that is read block by block; errors are those of read().
class Input {
 public:
  explicit Input(const std::filesystem::path& path);
  // One that is open already, as standard input is; messages give it this name.
  Input(Descriptor file, std::filesystem::path name);

  // Fills the buffer from where the last call ended; less only at the end of the file.
  std::size_t read(char* into, std::size_t size);
  // All that is left. ValueError for more bytes than `most`.
  std::string read_all(std::uint64_t most);

  // Whether it can be read from any offset: a file can, a pipe cannot.
  bool has_offsets() const;
  // Reads from an offset. OSError where there are none.
  std::size_t read_at(char* into, std::size_t size, std::uint64_t offset) const;

 private:
  std::filesystem::path path_;
  Descriptor file_;
};

// A file without a name, in a directory where there is room: gone with this object, and with the
// process however it ends.
class Scratch {
 public:
  explicit Scratch(const std::filesystem::path& directory);

  void append(std::string_view bytes);
  std::size_t read_at(char* into, std::size_t size, std::uint64_t offset) const;

 private:
  std::filesystem::path directory_;
  Descriptor file_;
};

// The new bytes of a file under a name of their own, in the directory of the destination. Gone with
// this object, unless they have taken the place of the destination.
class Temporary {
 public:
  explicit Temporary(const std::filesystem::path& destination);
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary();

  void write(std::string_view bytes);
  // FR-28, S14: what was written is the destination, whole and for good. Without overwrite the
  // rename replaces nothing.
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

// What saving would complain of, found before the work that leads to it (S24): a missing parent
// directory before an existing file (S14), a directory in the way. Decides nothing: only the rename
// does.
void check_destination(const std::filesystem::path& path, bool overwrite);

// FR-28, S14: temporary file beside `path`, write, fsync, rename (without overwrite one that
// replaces nothing), fsync of the directory. After any error the destination holds the old bytes or
// the new, and the temporary file is gone.
void save_atomically(const std::filesystem::path& path, std::string_view bytes, bool overwrite);

// "out/t.json" lies in "out", "t.json" in ".", and "out/" is the directory "out" itself.
std::filesystem::path directory_of(const std::filesystem::path& destination);

}  // namespace bpetite::file
