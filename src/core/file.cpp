// Writes a file completely or not at all (spec/08-save.md): all its bytes at once
// (save_atomically), or in parts (Temporary). Refuses to replace a device, a pipe or a socket, or a
// link to one. Also reports the errors of saving before a long computation (check_destination),
// makes the names of temporary files, and finds the directory of a path.
//
//   save out/t.json    out/.bpetite-5f0c3a91e2d47b68.tmp    written, fsync
//                      -> out/t.json                        renamed, fsync of out
//
// A file under its final name is always complete: after a crash there is the old file or the new
// one (FR-28). The temporary and the final name are looked up in the same open directory, which no
// other program can exchange meanwhile.
#include "core/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::file {
namespace {

using std::filesystem::path;

[[noreturn]] void fail_saving(const path& where, std::string_view doing, int error) {
  const std::string text = message("save", where, doing, error);
  if (error == ENOENT) {
    throw FileNotFoundError(text, "FR-28");
  }
  if (error == EEXIST) {
    throw FileExistsError(text, "FR-27");
  }
  throw OSError(text);
}

path name_of(const path& destination) {
  return destination.has_filename() ? destination.filename() : ".";
}

// A link to a device, a pipe or a socket; or to what a process has open, as /dev/stdout is: it
// leads to /proc/self/fd/1, whatever that is now.
bool is_link_to_special(const path& where) {
  std::error_code no_link;
  if (std::filesystem::read_symlink(where, no_link).native().starts_with("/proc/")) return true;
  struct stat status {};
  return ::stat(where.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
         !S_ISDIR(status.st_mode);
}

// S14g "Only a file or a symbolic link is replaced": not a device, a pipe or a socket. (The
// rename itself refuses a directory.)
void refuse_special(const path& where, mode_t mode) {
  if (S_ISREG(mode) || S_ISDIR(mode)) return;
  if (S_ISLNK(mode) && !is_link_to_special(where)) return;
  throw OSError(
      fmt::format("save: {}: cannot replace: {}", utf8::quoted(where.native(), 200),
                  S_ISLNK(mode) ? "a symbolic link to a device, a pipe, a socket or an open file"
                                : "neither a file nor a symbolic link"),
      "S14g");
}

int open_directory(const path& destination) {
  const path directory = directory_of(destination);
  const int number =
      uninterrupted([&] { return ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (number == -1) {
    fail_saving(destination, "open its directory", errno);
  }
  return number;
}

}  // namespace

path directory_of(const path& destination) {
  return destination.has_parent_path() || destination.empty() ? destination.parent_path() : ".";
}

std::optional<std::string> temporary_name() {
  std::uint64_t random = 0;
  if (::getentropy(&random, sizeof random) != 0) return std::nullopt;
  return fmt::format(".bpetite-{:016x}.tmp", random);
}

Temporary::Temporary(const path& destination)
    : destination_(destination), directory_(open_directory(destination)), file_(create()) {}

Temporary::~Temporary() {
  if (exists_) {
    remove();
  }
}

void Temporary::write(std::string_view bytes) {
  // One call may write fewer bytes than it gets, and no system takes more than 2 GiB at once.
  constexpr std::size_t at_once = std::size_t{1} << 30;
  while (!bytes.empty()) {
    const auto written = uninterrupted(
        [&] { return ::write(file_.number(), bytes.data(), std::min(bytes.size(), at_once)); });
    require(written != -1, "write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Temporary::save(bool overwrite) {
  sync();
  if (overwrite) {
    replace_destination();
  } else {
    become_destination();
  }
  sync_directory();
}

// S14a: the bytes must be durable before the name is.
void Temporary::sync() {
  require(uninterrupted([&] { return ::fsync(file_.number()); }) == 0, "sync");
  require(file_.close(), "close");
}

// FR-28: one step from the old file to the new one. A symbolic link itself is replaced (S14e).
void Temporary::replace_destination() {
  const path name = name_of(destination_);
  struct stat status {};
  const bool there =
      ::fstatat(directory_.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  require(there || errno == ENOENT, "replace");
  if (there) refuse_special(destination_, status.st_mode);
  require(::renameat(directory_.number(), name_.c_str(), directory_.number(), name.c_str()) == 0,
          "replace");
  exists_ = false;
}

// FR-27: the same if nothing has the name. The rename itself decides, not a check before it
// (S14b).
void Temporary::become_destination() {
  constexpr std::string_view doing = "create without overwriting";
  const path name = name_of(destination_);
#ifdef RENAME_NOREPLACE
  if (::renameat2(directory_.number(), name_.c_str(), directory_.number(), name.c_str(),
                  RENAME_NOREPLACE) == 0) {
    exists_ = false;
    return;
  }
  require(errno == EINVAL || errno == ENOSYS, doing);
#endif
  // If the system or the file system has no such rename, a second link is made, which fails if the
  // name exists.
  require(::linkat(directory_.number(), name_.c_str(), directory_.number(), name.c_str(), 0) == 0,
          doing);
  require(remove(), "remove the temporary file");
  exists_ = false;
}

// S14a: makes the name durable.
void Temporary::sync_directory() {
  require(uninterrupted([&] { return ::fsync(directory_.number()); }) == 0, "sync its directory");
  require(directory_.close(), "close its directory");
}

// S14d: the mode is 0666 less the umask, as for any new file. (mkstemp would make it 0600.)
int Temporary::create() {
  int number = -1;
  do {
    auto name = temporary_name();
    require(name.has_value(), "name a temporary file");
    name_ = *std::move(name);
    number = uninterrupted([&] {
      return ::openat(directory_.number(), name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                      0666);
    });
  } while (number == -1 && errno == EEXIST);
  require(number != -1, "create a temporary file");
  exists_ = true;
  return number;
}

bool Temporary::remove() { return ::unlinkat(directory_.number(), name_.c_str(), 0) == 0; }

void Temporary::require(bool done, std::string_view doing) const {
  if (!done) {
    fail_saving(destination_, doing, errno);
  }
}

void check_destination(const path& path, bool overwrite) {
  // S14c: a missing directory is reported before an existing file.
  const std::string directory = directory_of(path).native();
  struct stat status {};
  if (::stat(directory.c_str(), &status) != 0) {
    fail_saving(path, "open its directory", errno);
  }
  if (!S_ISDIR(status.st_mode)) {
    fail_saving(path, "open its directory", ENOTDIR);
  }

  const bool there = ::lstat(path.c_str(), &status) == 0;
  if (!there && errno != ENOENT) {
    fail_saving(path, "replace", errno);
  }
  if (there && !overwrite) {
    fail_saving(path, "create without overwriting", EEXIST);
  }
  if (there) refuse_special(path, status.st_mode);
  if (there && S_ISDIR(status.st_mode)) {
    fail_saving(path, "replace", EISDIR);
  }
  if (::access(directory.c_str(), R_OK | W_OK | X_OK) != 0) {
    fail_saving(path, "create a temporary file", errno);
  }
}

void save_atomically(const path& path, std::string_view bytes, bool overwrite) {
  Temporary temporary(path);
  temporary.write(bytes);
  temporary.save(overwrite);
}

}  // namespace bpetite::file
