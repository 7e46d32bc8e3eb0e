// The place that a save vector saves to: a directory of its own, prepared as its setup says.
//
//   none             nothing is there
//   exists           a file is in the way, its content "old"
//   missing-parent   the directory is not there
//   directory        a directory is in the way, and a file in it
//   symlink          a link to another file, whose content is "old"
//   dangling         a link to nothing
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::conform::suite {

inline constexpr std::array<std::string_view, 6> setup_names = {
    "none", "exists", "missing-parent", "directory", "symlink", "dangling"};

// Prepares the setup inside an empty directory and tells the path to save to, relative to it. The
// link's target stands beside it, under the name "target".
std::string prepare_setup(const std::filesystem::path& directory, std::string_view setup);

// What is wrong with the directory after a save of these bytes (nothing: after a save that failed);
// nothing if all is right: the destination holds the bytes or what it held before, a link's target
// is untouched, and no other file is there (FR-27, FR-28, S14).
std::optional<std::string> judge_setup(const std::filesystem::path& directory,
                                       std::string_view setup,
                                       const std::optional<std::string>& saved);

// Whether a save has written the target of the prepared link, which is still there, where it was to
// put a file in the link's place.
bool went_through_link(const std::filesystem::path& directory, std::string_view setup);

// A temporary directory with a setup, removed at the end.
class Sandbox {
 public:
  explicit Sandbox(std::string setup);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  // Saves by core/file.hpp, judges, and throws what saving throws.
  void save(std::string_view bytes, bool overwrite);

 private:
  std::string setup_;
  std::filesystem::path directory_;
  std::string path_;
};

}  // namespace bpetite::conform::suite
