// A result that is written only when all of it is known to be right (FR-34), and that may be larger
// than the memory (HeldResult).
//
//   HeldResult result(directory);
//   for (...) result.append(line);        kept in memory, and beyond 64 MiB in a temporary file
//   result.write();                       to standard output
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/file.hpp"

namespace bpetite::cli {

class HeldResult {
 public:
  // What does not fit into memory goes to a file without a name in this directory. Without a
  // directory, all of it stays in memory.
  explicit HeldResult(std::optional<std::filesystem::path> directory)
      : directory_(std::move(directory)) {}

  void append(std::string_view bytes);
  // Writes all to standard output, and closes it. Throws OSError as write_result does.
  void write();

 private:
  std::optional<std::filesystem::path> directory_;
  std::string memory_;  // the last bytes
  std::optional<file::Scratch> file_;
  std::uint64_t in_file_ = 0;
};

}  // namespace bpetite::cli
