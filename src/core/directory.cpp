// Makes directories and temporary directories, and finds out whether a name belongs to a directory
// (is_directory), or to anything at all (is_there). Turns the error codes of the system into errors
// of this library; only is_directory returns false instead.
#include "core/directory.hpp"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

#include <bpetite/errors.hpp>

#include "core/descriptor.hpp"

namespace bpetite::file {

namespace fs = std::filesystem;

void make_directories(const fs::path& path) {
  constexpr std::string_view doing = "make this directory";
  std::error_code failed;
  fs::create_directories(path, failed);
  // For "", std::filesystem reports no error, but there is no directory.
  if (!failed && !fs::is_directory(path, failed) && !failed) {
    failed = std::make_error_code(std::errc::not_a_directory);
  }
  if (failed == std::errc::no_such_file_or_directory) {
    throw FileNotFoundError(message("directory", path, doing, failed.value()));
  }
  if (failed) throw OSError(message("directory", path, doing, failed.value()));
}

fs::path make_temporary_directory() {
  constexpr std::string_view doing = "make a temporary directory";
  std::error_code failed;
  const fs::path parent = fs::temp_directory_path(failed);
  if (failed) {
    const char* const wish = ::getenv("TMPDIR");
    throw OSError(message("directory", wish == nullptr ? "/tmp" : wish, doing, failed.value()));
  }
  std::string name = (parent / "bpetite-XXXXXX").native();
  if (::mkdtemp(name.data()) == nullptr) throw OSError(message("directory", name, doing, errno));
  return name;
}

bool is_directory(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
}

bool is_there(const fs::path& path) {
  std::error_code failed;
  const fs::file_status status = fs::symlink_status(path, failed);
  if (status.type() == fs::file_type::none) {
    throw OSError(message("directory", path, "look at this name", failed.value()));
  }
  return fs::exists(status);
}

}  // namespace bpetite::file
