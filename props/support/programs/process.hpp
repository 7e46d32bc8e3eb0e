// Runs a program as a child process, gives it input, and returns its output and exit code.
//
//   const Finished done = run({"cat", "-n"}, {.in = "a"});
//   done.code == 0,  done.out == "     1\ta",  done.err == ""
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bpetite::test {

struct Finished {
  int code = 0;  // the exit code, or 128 + the number of the signal that ended it
  std::string out;
  std::string err;
};

// The input, directory and environment that a child starts with.
struct Setting {
  std::string in = {};                                       // its standard input
  std::filesystem::path directory = {};                      // its working directory
  std::optional<std::vector<std::string>> environment = {};  // "NAME=value"; default: ours
};

// Runs a program, which it finds on the PATH, to its end. Throws std::runtime_error if the program
// cannot be started.
Finished run(const std::vector<std::string>& command, const Setting& setting = {});

// Runs a line of bash, with bpetite on the PATH.
Finished run_shell(const std::string& line, const Setting& setting = {});

// Runs a program in a terminal of 100 columns, which is its standard input, output and error.
// Returns everything that it writes, with the carriage returns and escape sequences.
Finished run_on_terminal(const std::vector<std::string>& command, const Setting& setting = {});

// Whether this build has AddressSanitizer or ThreadSanitizer.
bool is_sanitized();

// Whether strace can trace programs here. If not, prints that the test is skipped.
bool can_trace();

}  // namespace bpetite::test
