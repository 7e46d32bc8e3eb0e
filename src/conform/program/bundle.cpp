// Implements the bundle, the directory of a program under test: makes it, writes and reads files in
// it, makes directories in it, and removes it, unless it is a directory of the caller. Does not
// trust what the program has left there: it refuses names that lead out of the bundle, and does not
// follow links.
#include "conform/program/bundle.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/suite/left_file.hpp"
#include "conform/suite/names.hpp"
#include "core/directory.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::program {
namespace {

namespace fs = std::filesystem;

bool is_real_directory(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(fs::symlink_status(path, failed));
}

// Removes a tree, even if the program has removed the permissions. Links are removed, not
// followed.
void remove_tree(const fs::path& root) {
  std::error_code failed;
  fs::remove_all(root, failed);
  if (!failed || !is_real_directory(root)) {
    return;
  }
  fs::permissions(root, fs::perms::owner_all, fs::perm_options::add, failed);
  for (fs::recursive_directory_iterator entry(root, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (is_real_directory(entry->path())) {
      fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, failed);
    }
  }
  fs::remove_all(root, failed);
}

// Makes the directory if nothing is there.
void require_directory(const fs::path& path) {
  std::error_code failed;
  fs::create_directory(path, failed);
  if (!is_real_directory(path)) {
    throw OSError(fmt::format("bundle: {}: {} is there, required a directory",
                              utf8::quoted(path.string(), 200), suite::kind_of_left(path)));
  }
}

void require_inside(const std::string& name) {
  if (!suite::stays_inside(name)) {
    throw ValueError(fmt::format("bundle: {}: leads out of the directory, required a relative path",
                                 utf8::quoted(name)));
  }
}

}  // namespace

Bundle::Bundle() {
  directory_ = fs::canonical(file::make_temporary_directory());
  file::make_directories(directory_ / "out");
}

Bundle::Bundle(fs::path directory) : directory_(std::move(directory)), ours_(false) {
  file::make_directories(directory_);
  file::make_directories(directory_ / "out");
  directory_ = fs::canonical(directory_);
}

Bundle::~Bundle() {
  if (ours_) remove_tree(directory_);
}

// The path of a name, or nullopt if a part before the last is not a real directory.
std::optional<fs::path> Bundle::look_up(const std::string& name) const {
  require_inside(name);
  fs::path path = directory_;
  for (const fs::path& part : fs::path(name)) {
    if (!is_real_directory(path)) return std::nullopt;
    path /= part;
  }
  return path;
}

// The path of a name. Makes missing directories. In our own bundle, removes whatever the program
// has put in place of a directory, and restores permissions. In a directory of the caller, that is
// an error.
fs::path Bundle::make_way(const std::string& name) const {
  require_inside(name);
  fs::path path = directory_;
  for (const fs::path& part : fs::path(name)) {
    if (!is_real_directory(path) && ours_) remove_tree(path);
    require_directory(path);
    std::error_code failed;
    if (ours_) fs::permissions(path, fs::perms::owner_all, fs::perm_options::add, failed);
    path /= part;
  }
  return path;
}

void Bundle::put(const std::string& name, std::string_view bytes) const {
  const fs::path path = make_way(name);
  remove_tree(path);
  // "x": fopen fails if the file exists.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wbx"),
                                                             std::fclose);
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
      std::fflush(file.get()) != 0) {
    throw OSError("conform: cannot write " + path.string());
  }
}

std::optional<std::string> Bundle::get(const std::string& name) const {
  const auto path = look_up(name);
  return path ? suite::read_left(*path) : std::nullopt;
}

fs::path Bundle::make_directory(const std::string& name) const {
  fs::path path = make_way(name);
  remove_tree(path);
  require_directory(path);
  return path;
}

}  // namespace bpetite::conform::program
