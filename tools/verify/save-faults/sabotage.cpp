// Eight wrong ways to save a file.
#include "verify/save-faults/sabotage.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace bpetite::sabotage {
namespace {

void require(bool done, const char* doing) {
  if (!done) {
    throw std::system_error(errno, std::generic_category(), doing);
  }
}

// Writes in several calls, as large files are written, so that a fault can come between them.
bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size() / 2 + 1);
    if (written == -1) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void sync(int file) { require(::fsync(file) == 0, "fsync"); }

void close(int file) { require(::close(file) == 0, "close"); }

void write_and_sync(int file, std::string_view bytes) {
  require(write_all(file, bytes), "write");
  sync(file);
  close(file);
}

int create(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  require(file != -1, "open");
  return file;
}

void rename(const std::string& from, const std::string& to) {
  require(std::rename(from.c_str(), to.c_str()) == 0, "rename");
}

void sync_directory(const std::string& path) {
  const std::string name = path.substr(0, path.rfind('/'));
  const int directory = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  require(directory != -1, "open");
  sync(directory);
  close(directory);
}

}  // namespace

void save(std::string_view protocol, const std::string& path, std::string_view bytes) {
  const std::string temporary = path + ".tmp";
  if (protocol == "in-place") {
    write_and_sync(create(path), bytes);
  } else if (protocol == "unchecked") {
    const int file = create(temporary);
    write_all(file, bytes);
    ::fsync(file);
    ::close(file);
    rename(temporary, path);
  } else if (protocol == "early") {
    const int file = create(temporary);
    rename(temporary, path);
    write_and_sync(file, bytes);
  } else if (protocol == "litter" || protocol == "unsynced-directory") {
    write_and_sync(create(temporary), bytes);
    rename(temporary, path);
  } else if (protocol == "silent") {
    try {
      write_and_sync(create(temporary), bytes);
      rename(temporary, path);
    } catch (const std::system_error&) {
      ::unlink(temporary.c_str());
    }
  } else if (protocol == "unsynced-file") {
    const int file = create(temporary);
    require(write_all(file, bytes), "write");
    close(file);
    rename(temporary, path);
  } else if (protocol == "unsynced-rename") {
    const int file = create(temporary);
    require(write_all(file, bytes), "write");
    rename(temporary, path);
    sync(file);
    close(file);
  } else {
    throw std::invalid_argument("no such protocol: " + std::string(protocol));
  }
  if (protocol != "unsynced-directory") sync_directory(path);
}

}  // namespace bpetite::sabotage
