// bpetite: the command line. Exit code 0 done, 1 failed, 2 wrong usage (FR-33).
//
//   $ bpetite encode --model tokenizer.json --text "ab"
//   [256]
//   $ bpetite decode --model tokenizer.json --ids 70000
//   bpetite: KeyError: decode: ids[0]: unknown token id 70000 [FR-22]
#include <algorithm>
#include <array>
#include <csignal>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <bpetite/errors.hpp>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

struct Command {
  std::string_view name;
  void (*declare)(CLI::App&);
  void (*run)(const CLI::App&);
};

constexpr std::array<Command, 8> commands = {{
    {"train", declare_train, run_train},
    {"encode", declare_encode, run_encode},
    {"decode", declare_decode, run_decode},
    {"validate", declare_validate, run_validate},
    {"pretokenize", declare_pretokenize, run_pretokenize},
    {"explain", declare_explain, run_explain},
    {"conform", declare_conform, run_conform},
    {"serve", declare_serve, run_serve},
}};

void declare(CLI::App& program) {
  program.name("bpetite");
  program.set_help_flag("-h,--help", "Show this help");
  add_flag(program, "--version", "Show the version");
  program.get_formatter()->column_width(30);
  program.get_formatter()->label("REQUIRED", "(required)");
  for (const Command& command : commands) {
    command.declare(*program.add_subcommand(std::string(command.name)));
  }
  program.require_subcommand(0, 1);
  program.footer(
      "Each subcommand has a --help of its own, with an example.\n"
      "Results go to standard output, errors and progress to standard error.\n"
      "Exit code: 0 done, 1 failed, 2 wrong usage; conform adds 3 and 4.");
}

// CLI11's exceptions, as ours.
void parse(CLI::App& program, std::span<const char* const> arguments) {
  std::vector<std::string> plain = plain_arguments(arguments);
  std::ranges::reverse(plain);  // CLI11 takes them from the back
  try {
    program.parse(std::move(plain));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    const auto chosen = program.get_subcommands();
    const std::vector<std::string> surplus = program.remaining(true);
    throw UsageError(fmt::format(
        "{}{}", chosen.empty() ? "" : chosen[0]->get_name() + ": ",
        surplus.empty() ? error.what() : utf8::quoted(surplus[0]) + " is not expected here"));
  }
}

void run(std::span<const char* const> arguments) {
  CLI::App program("Byte-level BPE: train a tokenizer, encode, decode, check, explain.");
  declare(program);
  try {
    parse(program, arguments);
  } catch (const CLI::CallForHelp&) {
    write_result(program.help());
    return;
  }
  if (given(program, "--version")) {
    write_result(fmt::format("bpetite {} (artifact schema 1, Unicode {})\n", BPETITE_VERSION,
                             unicode::name(unicode::pinned)));
    return;
  }
  const auto chosen = program.get_subcommands();
  if (chosen.empty()) {
    throw UsageError(
        "a subcommand is required: train, encode, decode, validate, pretokenize, explain, "
        "conform or serve");
  }
  const std::string name = chosen[0]->get_name();
  std::ranges::find(commands, name, &Command::name)->run(*chosen[0]);
}

// The help that a wrong line is referred to.
std::string help_for(std::span<const char* const> arguments) {
  const std::string_view first = arguments.empty() ? "" : arguments[0];
  const bool known = std::ranges::find(commands, first, &Command::name) != commands.end();
  return known ? fmt::format("bpetite {} --help", first) : "bpetite --help";
}

int guarded(std::span<const char* const> arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is to be an error, not a death
  try {
    run(arguments);
    return 0;
  } catch (const ExitCode& exit) {
    return exit.code;
  } catch (const UsageError& error) {
    write_error("usage", fmt::format("{} (see {})", error.what(), help_for(arguments)));
    return 2;
  } catch (const Error& error) {
    write_error(error.kind(), error.what());
    return 1;
  } catch (const std::bad_alloc&) {
    write_error("MemoryError", "there is not enough memory for this");
    return 1;
  }
}

}  // namespace
}  // namespace bpetite::cli

int main(int argc, char** argv) {
  const std::span<const char* const> all(argv, static_cast<std::size_t>(argc));
  return bpetite::cli::guarded(all.subspan(all.empty() ? 0 : 1));
}
