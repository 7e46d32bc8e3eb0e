// The system calls of a program, as `strace -xx` writes them.
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

// The call of a line; nothing for a line that tells of a signal or of the end.
// std::runtime_error for a line that is cut short.
std::optional<SystemCall> parse_call(std::string_view line);

}  // namespace bpetite::crash
