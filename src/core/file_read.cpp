// Reads files whole, in blocks, at an offset, or as far as bytes are available (Input, read).
// Refuses files that are larger than the caller allows, and devices without an end. Also makes,
// writes and reads temporary files without names (Scratch).
//
//   read: "/dev/zero": a device without an end, required a file, a pipe or a terminal
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/file.hpp"
#include "core/utf8.hpp"

namespace bpetite::file {
namespace {

[[noreturn]] void fail_reading(const std::filesystem::path& where, std::string_view doing,
                               int error) {
  const std::string text = message("read", where, doing, error);
  if (error == ENOENT) {
    throw FileNotFoundError(text);
  }
  throw OSError(text);
}

// Repeats `some`, which reads or writes a part of the bytes, until all are done or it returns 0.
// Returns the number of bytes, or nullopt if it fails.
template <typename Byte, typename Some>
std::optional<std::size_t> all_of(Byte* bytes, std::size_t size, Some some) {
  // No system takes more than 2 GiB at once.
  constexpr std::size_t at_once = std::size_t{1} << 30;
  std::size_t done = 0;
  while (done < size) {
    const auto count =
        uninterrupted([&] { return some(bytes + done, std::min(size - done, at_once), done); });
    if (count == -1) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

std::optional<std::size_t> read_some_at(int number, char* into, std::size_t size,
                                        std::uint64_t offset) {
  return all_of(into, size, [&](char* to, std::size_t most, std::size_t done) {
    return ::pread(number, to, most, static_cast<off_t>(offset + done));
  });
}

// /dev/zero and /dev/full have no end. Of the character devices, only terminals and /dev/null
// have one.
bool is_endless(int number) {
  struct stat status {};
  struct stat null {};
  return ::fstat(number, &status) == 0 && S_ISCHR(status.st_mode) && ::isatty(number) == 0 &&
         !(::stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev);
}

// Opens a file without a name (O_TMPFILE). If the file system cannot do that, opens a named file
// and removes the name at once.
int open_unnamed(const std::filesystem::path& directory) {
#ifdef O_TMPFILE
  const int number = uninterrupted(
      [&] { return ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); });
  if (number != -1 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return number;
#endif
  std::string name = (directory / ".bpetite-XXXXXX").native();
  const int named = ::mkstemp(name.data());
  if (named != -1) {
    ::fcntl(named, F_SETFD, FD_CLOEXEC);
    ::unlink(name.c_str());
  }
  return named;
}

}  // namespace

Input::Input(const std::filesystem::path& path)
    : Input(Descriptor(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); })),
            path) {}

Input::Input(Descriptor file, std::filesystem::path name)
    : path_(std::move(name)), file_(std::move(file)) {
  if (file_.number() == -1) fail_reading(path_, "open", errno);
  if (is_endless(file_.number())) {
    throw OSError(
        fmt::format("read: {}: a device without an end, required a file, a pipe or a terminal",
                    utf8::quoted(path_.native(), 200)),
        "S13h");
  }
}

std::size_t Input::read(char* into, std::size_t size) {
  const auto count = all_of(into, size, [&](char* to, std::size_t most, std::size_t) {
    return ::read(file_.number(), to, most);
  });
  if (!count) fail_reading(path_, "read", errno);
  return *count;
}

std::size_t Input::read_some(char* into, std::size_t size) {
  const auto count = uninterrupted([&] { return ::read(file_.number(), into, size); });
  if (count == -1) fail_reading(path_, "read", errno);
  return static_cast<std::size_t>(count);
}

std::size_t Input::read_at(char* into, std::size_t size, std::uint64_t offset) const {
  const auto count = read_some_at(file_.number(), into, size, offset);
  if (!count) fail_reading(path_, "read", errno);
  return *count;
}

std::string Input::read_all(std::uint64_t most, std::string before) {
  // The size of a file shows before it is read whether it is too long, and how much memory it
  // needs. One byte more is asked for: the end is reached when it does not come. A pipe has no
  // size.
  struct stat status {};
  const bool is_file = ::fstat(file_.number(), &status) == 0 && S_ISREG(status.st_mode);
  const auto expected = static_cast<std::uint64_t>(is_file ? status.st_size : 0);
  bool too_long = expected > most;
  constexpr std::size_t block = std::size_t{1} << 16;
  std::string bytes = std::move(before);
  for (bool end = false; !end && !too_long; too_long = bytes.size() > most) {
    const std::size_t size = bytes.size();
    const std::size_t room = size < expected ? expected - size + 1 : block;
    bytes.resize(size + room);
    const std::size_t count = read(bytes.data() + size, room);
    bytes.resize(size + count);
    end = count < room;
  }
  if (too_long) {
    throw ValueError(
        fmt::format("read: {}: more than {} bytes, the most of a file that is held whole",
                    utf8::quoted(path_.native(), 200), most),
        "S13g");
  }
  return bytes;
}

bool Input::has_offsets() const { return ::lseek(file_.number(), 0, SEEK_CUR) != -1; }

std::string read(const std::filesystem::path& path, std::uint64_t most) {
  return Input(path).read_all(most);
}

Scratch::Scratch(const std::filesystem::path& directory)
    : directory_(directory), file_(open_unnamed(directory)) {
  if (file_.number() == -1) {
    throw OSError(message("scratch", directory_, "create a temporary file", errno));
  }
}

void Scratch::append(std::string_view bytes) {
  const auto count =
      all_of(bytes.data(), bytes.size(), [&](const char* from, std::size_t most, std::size_t) {
        return ::write(file_.number(), from, most);
      });
  if (count != bytes.size()) {
    throw OSError(message("scratch", directory_, "write a temporary file", errno));
  }
}

std::size_t Scratch::read_at(char* into, std::size_t size, std::uint64_t offset) const {
  const auto count = read_some_at(file_.number(), into, size, offset);
  if (!count) throw OSError(message("scratch", directory_, "read a temporary file", errno));
  return *count;
}

}  // namespace bpetite::file
