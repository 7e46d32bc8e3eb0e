// The program bpetite: puts the subcommands together, shows the help or the version, runs the
// subcommand that the arguments name, and turns errors into a message and an exit code.
#include "cli/program.hpp"

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <bpetite/errors.hpp>

#include "cli/options/command_line.hpp"
#include "cli/terminal/output.hpp"
#include "conform/suite/placed_json.hpp"
#include "core/unicode.hpp"

namespace bpetite::cli {
namespace {

int show_version(const Arguments&) {
  write_result(fmt::format("bpetite {} (artifact schema 1, Unicode {})\n", BPETITE_VERSION,
                           unicode::name(unicode::pinned)));
  return 0;
}

// The help that the message for a wrong command line names: "bpetite shards plan --help".
std::string help_for(const Command& program, std::span<const char* const> arguments) {
  std::string line = "bpetite ";
  const Command* command = &program;
  for (const std::string_view word : arguments) {
    const auto next = std::ranges::find(command->subcommands, word, &Command::name);
    if (next == command->subcommands.end()) break;
    command = &*next;
    line += fmt::format("{} ", word);
  }
  return line + "--help";
}

}  // namespace

Command program(std::vector<Command> subcommands) {
  return {
      "bpetite",
      "Byte-level BPE: train a tokenizer, encode, decode, check, explain.",
      {{"--version", "", "Show the version"}},
      "Each subcommand has a --help of its own, with an example.\n"
      "Results go to standard output, errors and progress to standard error.\n"
      "An error ends with a clause of the specification: bpetite spec CLAUSE shows it.\n"
      "Exit code: 0 done, 1 failed, 2 wrong usage; conform adds 3 and 4.",
      show_version,
      std::move(subcommands),
  };
}

int execute(const Command& program, std::span<const char* const> arguments) {
  const Request request = parse(program, arguments);
  if (!request.help.empty()) {
    write_result(request.help);
    return 0;
  }
  if (request.command == &program && !request.arguments.given("--version")) {
    throw missing_subcommand(program, "");
  }
  return request.command->run(request.arguments);
}

namespace {

// Runs the command and returns the exit code. Writes an error of the command to standard error.
int execute_or_tell(const Command& program, std::span<const char* const> arguments) {
  try {
    return execute(program, arguments);
  } catch (const UsageError& error) {
    write_error("usage", fmt::format("{} (see {})", error.what(), help_for(program, arguments)));
    return 2;
  } catch (const conform::suite::SuiteError& error) {
    write_error(error);
    return 4;
  } catch (const Error& error) {
    write_error(error);
    return 1;
  } catch (const Interrupted&) {
    return 1;  // internal: the signal has ended the program before
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::system_error& error) {
    write_error("OSError", error.what());  // internal: from std::filesystem
    return 1;
  } catch (const std::exception& error) {
    write_error("RuntimeError", error.what());  // internal: a mistake of this program
    return 1;
  }
}

}  // namespace

int run(Command (*make_program)(), std::span<const char* const> arguments) {
  // A closed pipe and a file beyond `ulimit -f` must be reported as errors: EPIPE, EFBIG.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return execute_or_tell(make_program(), arguments);
  } catch (const std::bad_alloc&) {
    // Also catches the case that memory ends while another error is written.
    write_note("bpetite: MemoryError: there is not enough memory for this\n");  // needs no memory
    return 1;
  }
}

}  // namespace bpetite::cli
