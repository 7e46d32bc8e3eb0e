// A directory in which a save vector (a test case of saving a file) saves. prepare_setup prepares
// it, judge_setup checks it after the save, and went_through_link says whether a link was wrongly
// followed. Sandbox is such a directory for saves with bpetite's own code. The setup of the vector
// says what is in the directory before the save.
//
//   none             nothing is there
//   exists           the destination is a file with the content "old"
//   missing-parent   the directory of the destination does not exist
//   directory        the destination is a directory with a file in it
//   symlink          the destination is a link to a file with the content "old"
//   dangling         the destination is a link to a missing file
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "conform/suite/vector_rules.hpp"  // setup_names

namespace bpetite::conform::suite {

// Prepares the setup in an empty directory. Returns the relative path to save to. The target of a
// link is in the same directory and has the name "target".
std::string prepare_setup(const std::filesystem::path& directory, std::string_view setup);

// Checks the directory after a save of these bytes, or after a failed save if `saved` is nullopt.
// Returns what is wrong, or nullopt if all is right. The destination must hold the new bytes or its
// old content, the target of a link must be unchanged, and there must not be another file (FR-27,
// FR-28, S14).
std::optional<std::string> judge_setup(const std::filesystem::path& directory,
                                       std::string_view setup,
                                       const std::optional<std::string>& saved);

// Whether a save has wrongly followed the prepared link and written its target. A save must
// replace the link.
bool went_through_link(const std::filesystem::path& directory, std::string_view setup);

// A temporary directory with a setup. The destructor removes it.
class Sandbox {
 public:
  explicit Sandbox(std::string setup);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  // Saves with core/file.hpp and checks the directory. Throws the errors of the save.
  void save(std::string_view bytes, bool overwrite);

 private:
  std::string setup_;
  std::filesystem::path directory_;
  std::string path_;
};

}  // namespace bpetite::conform::suite
