// A file that gets its name when it is complete, and never other bytes (S82d). FinalFile takes the
// bytes in parts. If another process has already saved the same bytes, that is not an error: a task
// may be done twice, even at the same time. Without a directory it writes nothing, and only
// computes the size and the digest.
//
//   FinalFile file("00000.bin", "out/shards");
//   file.write(bytes);
//   file.save()      "00000.bin", 6 bytes, sha256 4f1c...
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/file.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::shards {

// A complete file: its name in the directory, its size and its SHA-256.
struct SavedFile {
  std::string name;
  std::uint64_t bytes = 0;
  std::string sha256;

  bool operator==(const SavedFile&) const = default;
};

class FinalFile {
 public:
  // FileNotFoundError, OSError: the directory cannot be written to.
  FinalFile(std::string name, const std::optional<std::filesystem::path>& directory);

  void write(std::string_view bytes);

  // Writes what append(bytes, i) puts behind `bytes`, for each i below `count`, block by block.
  template <typename Append>
  void write_each(std::size_t count, const Append& append) {
    constexpr std::size_t block = std::size_t{1} << 20;
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) {
      append(bytes, i);
      if (bytes.size() < block && i + 1 < count) continue;
      write(bytes);
      bytes.clear();
    }
  }

  // Makes the bytes durable, and gives them their name. ValueError: a file with this name has other
  // bytes. OSError: the system refuses. Nothing is left behind after an error.
  SavedFile save();

 private:
  std::string name_;
  std::filesystem::path path_;
  std::optional<file::Temporary> file_;
  corpus::Sha256 digest_;
  std::uint64_t bytes_ = 0;
};

// A path as messages have it.
std::string shown_path(const std::filesystem::path& path);

// OSError: what is at the path is not a file. A pipe would be waited for without an end.
void require_file(const std::filesystem::path& path);

// The size and digest of a file that is there.
SavedFile saved_file(const std::filesystem::path& directory, const std::string& name);

}  // namespace bpetite::shards
