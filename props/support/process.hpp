// Running a program as a child: what goes in, what comes out, how it ended.
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
  int code = 0;  // the exit code, or 128 and the number of the signal that ended it
  std::string out;
  std::string err;
};

// What a child finds when it starts.
struct Setting {
  std::string in = {};                                       // its standard input
  std::filesystem::path directory = {};                      // where it works
  std::optional<std::vector<std::string>> environment = {};  // "NAME=value"; else ours
};

// Runs a program, found on the PATH, to its end. std::runtime_error if it cannot be started.
Finished run(const std::vector<std::string>& command, const Setting& setting = {});

// A line of bash, with bpetite on the PATH.
Finished run_shell(const std::string& line, const Setting& setting = {});

// All that a program writes to a terminal of 100 columns that is its standard input, output and
// error: with the carriage returns and escape sequences that a terminal would obey.
Finished run_on_terminal(const std::vector<std::string>& command, const Setting& setting = {});

// Whether this build has a sanitizer for memory or threads.
bool is_sanitized();

// Whether programs can be run under strace. If not, says so: the test is skipped.
bool can_trace();

}  // namespace bpetite::test
