// Saves files as a new directory, completely or not at all (spec/20-export.md, S58g). Writes the
// files into a temporary directory beside the destination, and gives this directory the name of the
// destination. If the destination has files and may be overwritten, the two directories are
// exchanged and the old one is removed; it must have files of the given names alone. Also checks
// before a long computation whether the destination can be created or replaced.
//
//   save: "out": cannot create without overwriting: it has "notes.txt"
#include "bpetite/export/new_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/descriptor.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace bpetite::exporting {
namespace {

namespace fs = std::filesystem;

constexpr const char* clause = "S58g";

[[noreturn]] void fail(const fs::path& path, std::string_view doing, int error) {
  const std::string text = file::message("save", path, doing, error);
  if (error == ENOENT) throw FileNotFoundError(text, clause);
  if (error == EEXIST || error == ENOTEMPTY) throw FileExistsError(text, clause);
  throw OSError(text);
}

[[noreturn]] void fail_by_content(const fs::path& path, std::string_view what) {
  throw FileExistsError(fmt::format("save: {}: {}", utf8::quoted(path.native(), 200), what),
                        clause);
}

// "out/" and "out/." are the directory "out", and lie beside the same files. "/" is its own parent.
fs::path by_its_name(fs::path path) {
  while (path.has_relative_path() && path.has_parent_path() &&
         (!path.has_filename() || path.filename() == ".")) {
    path = path.parent_path();
  }
  return path;
}

// A new directory beside the destination, with a temporary name. The destructor removes it with the
// files of these names: the new files, or after an exchange the old ones. Any other file stays.
class TemporaryDirectory {
 public:
  TemporaryDirectory(const fs::path& destination, std::vector<std::string_view> names)
      : names_(std::move(names)) {
    do {
      const auto name = file::temporary_name();
      if (!name) fail(destination, "name a temporary directory", errno);
      path_ = file::directory_of(destination) / *name;
      // S14d: the mode is what the user's umask leaves of 0777.
      exists_ = ::mkdir(path_.c_str(), 0777) == 0;
    } while (!exists_ && errno == EEXIST);
    if (!exists_) fail(destination, "create a temporary directory", errno);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { remove(); }

  const fs::path& path() const { return path_; }

  // To be called when the directory has its final name, under which it stays.
  void release() { exists_ = false; }

  // False if the system refuses. Then the destructor tries again.
  bool remove() {
    if (!exists_) return true;
    for (const std::string_view name : names_) {
      if (::unlink((path_ / name).c_str()) != 0 && errno != ENOENT) return false;
    }
    if (::rmdir(path_.c_str()) != 0) return false;
    exists_ = false;
    return true;
  }

 private:
  std::vector<std::string_view> names_;
  fs::path path_;
  bool exists_ = false;
};

// Checks what is at the path of the new directory. With `overwrite`, files of these names may be
// replaced.
void check_content(const fs::path& path, std::span<const std::string_view> names, bool overwrite) {
  std::error_code failed;
  if (!fs::is_directory(fs::symlink_status(path, failed))) {
    fail_by_content(path, "cannot create a directory: something else has this name");
  }
  // A process that works in this directory would then be in one that no longer exists.
  if (path.filename() == ".." || fs::equivalent(path, ".", failed)) {
    fail_by_content(path, "cannot replace the directory that one works in");
  }
  bool is_empty = true;
  for (fs::directory_iterator at(path, failed), end; !failed && at != end; at.increment(failed)) {
    is_empty = false;
    const std::string name = at->path().filename().native();
    const std::string shown = utf8::quoted(name, 200);
    if (!overwrite) {
      fail_by_content(path, fmt::format("cannot create without overwriting: it has {}", shown));
    }
    if (std::ranges::find(names, name) == names.end() ||
        !fs::is_regular_file(at->symlink_status(failed))) {
      fail_by_content(
          path,
          fmt::format("cannot replace: it has {}, which is not a file to be replaced", shown));
    }
  }
  if (failed) fail(path, "read this directory", failed.value());
  // The files of the old directory are removed after the exchange, which needs these rights.
  if (!is_empty && ::access(path.c_str(), R_OK | W_OK | X_OK) != 0) fail(path, "replace", errno);
}

// S14a: makes a name durable.
void sync_directory(const fs::path& directory) {
  file::Descriptor file(file::uninterrupted(
      [&] { return ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  const bool is_synced =
      file.number() != -1 && file::uninterrupted([&] { return ::fsync(file.number()); }) == 0;
  if (!is_synced || !file.close()) fail(directory, "sync this directory", errno);
}

// FR-28: one step from the old directory to the new one. A rename replaces only an empty directory.
// So without overwrite the rename decides (S14b).
void put_in_place(TemporaryDirectory& temporary, const fs::path& path, bool overwrite) {
  constexpr std::string_view doing = "put the new directory in its place";
  if (std::rename(temporary.path().c_str(), path.c_str()) == 0) {
    temporary.release();
    return;
  }
  if (!overwrite || (errno != EEXIST && errno != ENOTEMPTY)) fail(path, doing, errno);
  if (::renameat2(AT_FDCWD, temporary.path().c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) !=
      0) {
    fail(path, doing, errno);
  }
}

}  // namespace

void check_new_directory(const fs::path& given, std::span<const std::string_view> names,
                         bool overwrite) {
  const fs::path path = by_its_name(given);
  // S14c: a missing directory is reported before other errors.
  const fs::path parent = file::directory_of(path);
  struct stat status {};
  if (::stat(parent.c_str(), &status) != 0) fail(path, "open its directory", errno);
  if (!S_ISDIR(status.st_mode)) fail(path, "open its directory", ENOTDIR);
  if (file::is_there(path)) check_content(path, names, overwrite);
  if (::access(parent.c_str(), R_OK | W_OK | X_OK) != 0) {
    fail(path, "create a temporary directory", errno);
  }
}

void save_new_directory(const fs::path& given, std::span<const NamedFile> files, bool overwrite) {
  const fs::path path = by_its_name(given);
  std::vector<std::string_view> names;
  for (const NamedFile& file : files) names.emplace_back(file.name);
  check_new_directory(path, names, overwrite);
  TemporaryDirectory temporary(path, names);
  for (const auto& [name, bytes] : files)
    file::save_atomically(temporary.path() / name, bytes, false);
  put_in_place(temporary, path, overwrite);
  sync_directory(file::directory_of(path));
  if (!temporary.remove()) fail(temporary.path(), "remove the old directory", errno);
}

}  // namespace bpetite::exporting
