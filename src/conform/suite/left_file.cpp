// Safely reads a file that a program under test has left behind (read_left), and names what is at a
// path (kind_of_left). Reads only regular files of at most 64 MiB. All checks of read_left use one
// descriptor, because the path may change meanwhile.
#include "conform/suite/left_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "core/descriptor.hpp"

namespace bpetite::conform::suite {

// O_NONBLOCK: opening a named pipe would wait for a writer. O_NOCTTY: a terminal does not become
// this process's controlling terminal.
std::optional<std::string> read_left(const std::filesystem::path& path) {
  const file::Descriptor file(file::uninterrupted([&] {
    return ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  }));
  struct stat status {};
  if (file.number() == -1 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<std::uintmax_t>(status.st_size) > most_left) {
    return std::nullopt;
  }

  // The size is only a first guess: another process may still be writing.
  std::string bytes(static_cast<std::size_t>(status.st_size) + 1, '\0');
  std::size_t done = 0;
  for (;;) {
    const ssize_t count = file::uninterrupted(
        [&] { return ::read(file.number(), bytes.data() + done, bytes.size() - done); });
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
    if (done > most_left) return std::nullopt;
    if (done == bytes.size()) bytes.resize(2 * done);
  }
  bytes.resize(done);
  return bytes;
}

std::string_view kind_of_left(const std::filesystem::path& path) {
  using std::filesystem::file_type;
  std::error_code failed;
  switch (std::filesystem::symlink_status(path, failed).type()) {
    case file_type::not_found:
      return "nothing";
    case file_type::regular:
      return std::filesystem::file_size(path, failed) > most_left ? "a file of more than 64 MiB"
                                                                  : "a file";
    case file_type::symlink:
      return "a link";
    case file_type::directory:
      return "a directory";
    case file_type::fifo:
      return "a named pipe";
    case file_type::socket:
      return "a socket";
    case file_type::block:
    case file_type::character:
      return "a device";
    default:
      return "something that cannot be looked at";
  }
}

}  // namespace bpetite::conform::suite
