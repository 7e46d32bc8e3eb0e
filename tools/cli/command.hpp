// A command of the program as data. `Command` has the texts of its --help, its options, the rules
// between them, its subcommands, and the function that runs it. `Option` describes one option,
// `Count` says how often an option may be given, and `OptionRule` says which other options an
// option needs and which it excludes.
//
//   Command{"pretokenize", "Cut a text into the chunks that no merge crosses.",
//           {{"--text", "TEXT", "The text itself"}, ...}, "Example: ...", run_pretokenize}
//
// `run` is called after the command line was checked, and returns the exit code. If it fails, it
// throws UsageError for exit code 2, SuiteError for 4, or any other error for 1 (FR-33).
#pragma once

#include <string_view>
#include <vector>

#include "cli/options/arguments.hpp"

namespace bpetite::cli {

// How often an option may be given.
enum class Count {
  at_most_once,
  once,
  any,
  at_least_once,
  words,  // at most once, and every word up to the next option is a value: --ids -1 5
};

struct Option {
  std::string_view name;        // "--model"; a name without dashes is a position
  std::string_view value_name;  // "PATH"; "json|u16", one of these words; empty for a flag
  std::string_view description;
  Count count = Count::at_most_once;
  std::string_view instead = {};  // for a removed option: its successor. --help hides it

  bool is_flag() const { return value_name.empty(); }
};

// What an option needs, and what it excludes.
//
//   {"--bundle", {"--responses"}, {}}         --bundle needs --responses
//   {"--tokenizer", {}, {"--jobs"}}           --jobs is not for --tokenizer
struct OptionRule {
  std::string_view option;
  std::vector<std::string_view> needs;  // at least one of these
  std::vector<std::string_view> excludes = {};
};

struct Command {
  std::string_view name;
  std::string_view description;
  std::vector<Option> options;
  std::string_view footer;  // the end of the help: an example
  int (*run)(const Arguments&) = nullptr;

  // A command that has subcommands and no `run` requires one of them.
  std::vector<Command> subcommands = {};
  std::vector<OptionRule> rules = {};
};

}  // namespace bpetite::cli
