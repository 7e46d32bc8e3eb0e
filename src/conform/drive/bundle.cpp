// Nothing here trusts what the program has left in the directory.
#include "conform/drive/bundle.hpp"

#include <fstream>
#include <system_error>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/directory.hpp"
#include "core/file.hpp"

namespace bpetite::conform::drive {
namespace {

namespace fs = std::filesystem;

// Removes a tree, also one that was made unreadable on purpose.
void remove_tree(const fs::path& root) {
  std::error_code failed;
  fs::remove_all(root, failed);
  if (!failed) {
    return;
  }
  fs::permissions(root, fs::perms::owner_all, fs::perm_options::add, failed);
  for (fs::recursive_directory_iterator entry(root, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (entry->is_directory(failed) && !entry->is_symlink(failed)) {
      fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, failed);
    }
  }
  fs::remove_all(root, failed);
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

void Bundle::put(const std::string& name, std::string_view bytes) const {
  const fs::path path = directory_ / name;
  file::make_directories(path.parent_path());
  remove(name);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) {
    throw OSError("conform: cannot write " + path.string());
  }
}

bool Bundle::has(const std::string& name) const {
  std::error_code failed;
  return fs::exists(fs::symlink_status(directory_ / name, failed));
}

std::optional<std::string> Bundle::get(const std::string& name, std::uintmax_t limit) const {
  const fs::path path = directory_ / name;
  std::error_code failed;
  if (!fs::is_regular_file(fs::symlink_status(path, failed)) ||
      fs::file_size(path, failed) > limit) {
    return std::nullopt;
  }
  try {
    return file::read(path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void Bundle::remove(const std::string& name) const { remove_tree(directory_ / name); }

}  // namespace bpetite::conform::drive
