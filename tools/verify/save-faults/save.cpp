// Saves the bytes of one file as another, and marks in a system call trace where saving begins and
// ends. Exit code: 0 saved, 1 an error was reported.
//
//   bpetite_save NEW PATH overwrite     by the library, replacing an old file
//   bpetite_save NEW PATH create        by the library, only if nothing is there
//   bpetite_save NEW PATH parts         by the library, replacing an old file, in several writes
//   bpetite_save NEW PATH PROTOCOL      by a protocol of sabotage.hpp
#include <fmt/format.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "core/file.hpp"
#include "verify/save-faults/sabotage.hpp"

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
