// Reads the system calls of a program, as `strace -xx` writes them.
//
//   openat(3, "\x61\x62", O_WRONLY|O_CREAT, 0666) = 4
//
//   name       "openat"
//   arguments  "3", "ab", "O_WRONLY|O_CREAT", "0666"
//   result     4
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::crash {

struct SystemCall {
  std::string name;
  std::vector<std::string> arguments;  // strings without their quotes, as bytes
  long result = 0;                     // -1 if it failed
};

// The call of a line. Nothing if the line is about a signal or about the end of the process.
// Throws std::runtime_error for an incomplete line.
std::optional<SystemCall> parse_call(std::string_view line);

}  // namespace bpetite::crash
