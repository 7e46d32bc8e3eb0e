// The directory that a program under test is given: fresh for each process, gone with it.
//
//   DIR/artifacts/tiny-spaces.json      written when a request first names it
//   DIR/corpora/train-long.txt
//   DIR/out/                            where save writes
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::conform::drive {

class Bundle {
 public:
  // OSError if the system has no place for temporary files.
  Bundle();
  // A directory of the caller's, which is not removed.
  explicit Bundle(std::filesystem::path directory);
  ~Bundle();
  Bundle(const Bundle&) = delete;
  Bundle& operator=(const Bundle&) = delete;

  const std::filesystem::path& directory() const { return directory_; }

  // Writes a file of ours, whole, in place of whatever is there. `name` is relative.
  void put(const std::string& name, std::string_view bytes) const;
  bool has(const std::string& name) const;

  // The bytes of a regular file of at most `limit` bytes; nothing for whatever else is there, be it
  // a pipe, which would never end.
  std::optional<std::string> get(const std::string& name, std::uintmax_t limit = 1U << 26) const;

  // Removes what is at `name`, so that a vector finds the place empty.
  void remove(const std::string& name) const;

 private:
  std::filesystem::path directory_;
  bool ours_ = true;
};

}  // namespace bpetite::conform::drive
