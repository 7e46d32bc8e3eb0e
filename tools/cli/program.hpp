// The program `bpetite` without its main function, so that a fuzzer can run it as well: `program`
// makes it from its subcommands, `execute` runs a command and throws its errors, and `run` turns
// errors into messages and exit codes.
#pragma once

#include <span>
#include <vector>

#include "cli/command.hpp"

namespace bpetite::cli {

// The program as a command with these subcommands.
Command program(std::vector<Command> subcommands);

// Runs the command that the arguments (without the name of the program) name, and returns its exit
// code. Throws UsageError for a wrong line, and SuiteError, Error, std::bad_alloc,
// std::system_error or Interrupted if the command fails. Any other exception is a mistake of this
// program.
int execute(const Command& program, std::span<const char* const> arguments);

// Makes the program and does the same, but does not throw: writes an error to standard error and
// returns its exit code (FR-33).
int run(Command (*make_program)(), std::span<const char* const> arguments);

}  // namespace bpetite::cli
