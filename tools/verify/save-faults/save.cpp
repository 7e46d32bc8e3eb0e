// Saves the bytes of one file as another, and marks in a system call trace where saving begins and
// ends. tools/verify/save-faults/run makes system calls fail during the save. Also has eight
// protocols (ways to save) that are wrong on purpose, which the checks of `run` must catch. Exit
// code: 0 saved, 1 an error was reported.
//
//   bpetite_save NEW PATH overwrite     by the library, replacing an old file
//   bpetite_save NEW PATH create        by the library, only if nothing is there
//   bpetite_save NEW PATH parts         by the library, replacing an old file, in several writes
//   bpetite_save NEW PATH PROTOCOL      by a protocol that is wrong on purpose (sabotage)
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "core/file.hpp"

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

// Saves a file by a protocol that is wrong on purpose: each has one fault. The checks of ./run must
// catch all of them: a check that does not would not find a fault of the library either.
//
// in-place            writes into the destination itself: a crash leaves half of the file
// unchecked           renames even if writing failed: a full disk leaves half of the file
// early               renames first, and writes after that
// litter              saves correctly, but leaves its temporary file behind after an error
// silent              saves correctly, but reports no error
// unsynced-file       does not synchronise the file: a loss of power leaves the name without bytes
// unsynced-directory  does not synchronise the directory: a save that returned may be undone
// unsynced-rename     synchronises the file only after the rename
// Throws std::system_error if a call fails, std::invalid_argument for another name.
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

}  // namespace
}  // namespace bpetite::sabotage

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: bpetite_save NEW PATH overwrite|create|parts|PROTOCOL\n");
    return 2;
  }
  try {
    const std::string bytes = bpetite::file::read(argv[1]);
    const std::string path = argv[2];
    const std::string_view protocol = argv[3];
    // Looks for a name that does not exist: the trace shows the call.
    const auto mark = [](const char* name) { return ::access(name, F_OK) == -1; };
    mark("/save-begins");
    if (protocol == "overwrite" || protocol == "create") {
      bpetite::file::save_atomically(path, bytes, protocol == "overwrite");
    } else if (protocol == "parts") {
      bpetite::file::Temporary temporary(path);
      constexpr std::size_t part = 25000;
      for (std::size_t at = 0; at < bytes.size(); at += part) {
        temporary.write(std::string_view(bytes).substr(at, part));
      }
      temporary.save(true);
    } else {
      bpetite::sabotage::save(protocol, path, bytes);
    }
    mark("/save-ends");
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bpetite_save: {}\n", error.what());
    return 1;
  }
}
