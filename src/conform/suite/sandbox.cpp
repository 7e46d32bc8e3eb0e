// Prepares the directory in which a save vector (a test case of saving a file) saves, and checks it
// after the save: the saved or the old bytes, the target of a link, and that nothing else was left.
// Also says whether a save has wrongly followed a link (went_through_link). Sandbox does this in a
// temporary directory, for saves with bpetite's own code.
#include "conform/suite/sandbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/suite/left_file.hpp"
#include "core/assertion.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::suite {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view destination = "artifact.json";

void put(const fs::path& path, std::string_view text) { std::ofstream(path) << text; }

// The type of the file at a path. Does not follow links. Returns "none" if the system call fails.
fs::file_type type_of(const fs::path& path) {
  std::error_code failed;
  return fs::symlink_status(path, failed).type();
}

// The first name in the directory that is not made by a setup, or nullopt.
std::optional<std::string> other_in(const fs::path& directory) {
  std::error_code failed;
  for (fs::directory_iterator entry(directory, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    std::string name = entry->path().filename().string();
    if (name != destination && name != "target") return name;
  }
  return std::nullopt;
}

// Whether the prepared destination has not changed.
bool is_unchanged(const fs::path& path, std::string_view setup) {
  if (setup == "exists") return read_left(path) == "old";
  if (setup == "directory") {
    return type_of(path) == fs::file_type::directory && read_left(path / "inside") == "old";
  }
  if (setup == "symlink" || setup == "dangling") {
    std::error_code failed;
    return fs::read_symlink(path, failed) == "target";
  }
  return type_of(path) == fs::file_type::not_found;
}

}  // namespace

std::string prepare_setup(const fs::path& directory, std::string_view setup) {
  const fs::path path = directory / destination;
  if (setup == "exists") {
    put(path, "old");
  } else if (setup == "missing-parent") {
    return fmt::format("missing/{}", destination);
  } else if (setup == "directory") {
    fs::create_directory(path);
    put(path / "inside", "old");
  } else if (setup == "symlink") {
    put(directory / "target", "old");
    fs::create_symlink("target", path);
  } else if (setup == "dangling") {
    fs::create_symlink("target", path);
  } else if (setup != "none") {
    throw ValueError(fmt::format("suite: no setup is called {}", setup));
  }
  return std::string(destination);
}

std::optional<std::string> judge_setup(const fs::path& directory, std::string_view setup,
                                       const std::optional<std::string>& saved) {
  const fs::path path = directory / destination;

  // Checks the other files. The target of the link must be unchanged, and there must not be further
  // files.
  if ((type_of(directory / "target") != fs::file_type::not_found) != (setup == "symlink")) {
    return "the link's target was made or removed";
  }
  if (const auto other = other_in(directory)) {
    return fmt::format("{} was left: {}", kind_of_left(directory / *other), utf8::quoted(*other));
  }
  if (setup == "symlink" && read_left(directory / "target") != "old") {
    return fmt::format("the link's target was changed: {} is there",
                       kind_of_left(directory / "target"));
  }

  // S14f "the old bytes or the new".
  if (saved) {
    return read_left(path) == saved ? std::nullopt
                                    : std::optional<std::string>("the file has other bytes");
  }
  if (!is_unchanged(path, setup)) {
    return fmt::format("a failed save changed the destination: {} is there", kind_of_left(path));
  }
  return std::nullopt;
}

bool went_through_link(const fs::path& directory, std::string_view setup) {
  const auto target = read_left(directory / "target");
  return type_of(directory / destination) == fs::file_type::symlink && target &&
         (setup == "dangling" || target != "old");
}

Sandbox::Sandbox(std::string setup) : setup_(std::move(setup)) {
  directory_ = file::make_temporary_directory();
  path_ = prepare_setup(directory_, setup_);
}

Sandbox::~Sandbox() {
  std::error_code error;
  fs::remove_all(directory_, error);
}

void Sandbox::save(std::string_view bytes, bool overwrite) {
  try {
    file::save_atomically(directory_ / path_, bytes, overwrite);
  } catch (const Error&) {
    assert_internal(!judge_setup(directory_, setup_, std::nullopt), "a failed save left a trace");
    throw;
  }
  assert_internal(!judge_setup(directory_, setup_, std::string(bytes)), "a save did not save");
}

}  // namespace bpetite::conform::suite
