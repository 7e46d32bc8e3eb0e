// Parses argv: `parse` finds the subcommand and its arguments, or the help to show (`Request`).
// CLI11 parses, and writes the help; `plain_arguments` first brings the arguments into a form that
// CLI11 reads correctly.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace bpetite::cli {

// A parsed command line: a command to run, or a help to show.
struct Request {
  const Command* command = nullptr;
  Arguments arguments;
  std::string help = {};  // if not empty, only this is shown
};

// The arguments (without the name of the program) in a form that CLI11 reads correctly. In the
// original form, CLI11 would take the -1 of `--ids -1 5` for an option, and the argument after
// `--text=` for its value.
//
//   --text=ab            --text ab
//   --ids -1 5 --json    --ids "-1\0" "5\0" (joined, one argument) --json
std::vector<std::string> plain_arguments(const Command& program,
                                         std::span<const char* const> arguments);

// The error of a command that needs a subcommand and has none. `place` is "" or "shards: ".
//
//   a subcommand is required: train, encode or serve
UsageError missing_subcommand(const Command& command, std::string_view place);

// Throws UsageError for a wrong line. `program` must outlive the request.
Request parse(const Command& program, std::span<const char* const> arguments);

}  // namespace bpetite::cli
