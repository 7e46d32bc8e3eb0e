// From argv to the subcommand that is meant and its arguments. CLI11 parses, and writes the help.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace bpetite::cli {

// A parsed command line: a command to run, or a help to show.
struct Request {
  const Command* command = nullptr;
  Arguments arguments;
  std::string help = {};  // not empty: only this is to be shown
};

// The arguments (without the program's name) in the form that CLI11 reads without surprises: alone,
// it would take the -1 of `--ids -1 5` for an option, and the next argument for the value of
// `--text=`.
//
//   --text=ab            --text ab
//   --ids -1 5 --json    --ids "-1\0" "5\0" (joined, one argument) --json
std::vector<std::string> plain_arguments(const Command& program,
                                         std::span<const char* const> arguments);

// UsageError for a line that is wrong. `program` has to outlive the request.
Request parse(const Command& program, std::span<const char* const> arguments);

}  // namespace bpetite::cli
