// Declaring options and reading what was given, as it was given.
//
// Values stay the strings of the command line: `--text "[a]"` and `--text ""` mean themselves, and
// a number is a number whatever its sign and size. CLI11 alone would take the -1 of `--ids -1 5`
// for an option, and the next argument for the value of `--text=`; plain_arguments sets both right.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace bpetite::cli {

// The command line itself is wrong: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The arguments (without the program's name) in the form that CLI11 reads without surprises.
//
//   --text=ab            --text ab
//   --ids -1 5 --json    --ids "-1\0" "5\0" (joined, one argument) --json
std::vector<std::string> plain_arguments(std::span<const char* const> arguments);

// An option with one value, and its description for --help.
CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& value_name,
                       const std::string& description);
CLI::Option* add_flag(CLI::App& app, const std::string& name, const std::string& description);

bool given(const CLI::App& app, const std::string& name);
std::optional<std::string> value(const CLI::App& app, const std::string& name);
// The value of an option that is required.
std::string required_value(const CLI::App& app, const std::string& name);
// All values of an option that may be repeated.
std::vector<std::string> values(const CLI::App& app, const std::string& name);
// The words after --ids.
std::vector<std::string> words(const CLI::App& app, const std::string& name);

// UsageError unless exactly one of the two options is given.
void require_one_of(const CLI::App& app, const std::string& first, const std::string& second);

}  // namespace bpetite::cli
