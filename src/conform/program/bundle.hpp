// The bundle: the directory that a program under test gets. Bundle writes and reads its files, and
// makes directories in it. Each process gets an empty bundle, which is removed afterwards. A
// directory of the caller can be used instead, and is not removed.
//
//   DIR/artifacts/tiny-spaces.json      written when a request names it for the first time
//   DIR/out/                            where save writes
//
// A name must stay inside the bundle (suite/names.hpp), or a ValueError is thrown. Links that the
// program has put into a path are never followed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::conform::program {

class Bundle {
 public:
  // Makes a temporary directory. Throws OSError if the system has no place for it.
  Bundle();
  // Uses a directory of the caller, and does not remove it.
  explicit Bundle(std::filesystem::path directory);
  ~Bundle();
  Bundle(const Bundle&) = delete;
  Bundle& operator=(const Bundle&) = delete;

  const std::filesystem::path& directory() const { return directory_; }

  // Writes a whole file, and replaces whatever is there.
  void put(const std::string& name, std::string_view bytes) const;

  // The bytes of a regular file (read_left), or nullopt for anything else.
  std::optional<std::string> get(const std::string& name) const;

  // Makes an empty directory, and replaces whatever is there.
  std::filesystem::path make_directory(const std::string& name) const;

 private:
  std::optional<std::filesystem::path> look_up(const std::string& name) const;
  std::filesystem::path make_way(const std::string& name) const;

  std::filesystem::path directory_;
  bool ours_ = true;
};

}  // namespace bpetite::conform::program
