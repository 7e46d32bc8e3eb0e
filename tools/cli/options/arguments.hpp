// The options that were given to a subcommand (`Arguments`), and `UsageError`, the error for a
// wrong command line. Values stay the strings of the command line. So a text may be `[a]` or empty,
// and a number may have any sign and size.
//
//   $ bpetite decode --model m.json --ids -1 5
//   arguments.required("--model")    "m.json"
//   arguments.values("--ids")        "-1", "5"
//   arguments.given("--reference")   false
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::cli {

// The error for a wrong command line. The exit code is 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The options of a subcommand that were given, each with its values.
using Given = std::map<std::string, std::vector<std::string>, std::less<>>;

class Arguments {
 public:
  Arguments(std::string command, Given options);

  // The subcommand's name, for messages.
  const std::string& command() const { return command_; }

  bool given(std::string_view option) const { return options_.contains(option); }
  std::optional<std::string> value(std::string_view option) const;
  // The value of an option that must be given.
  const std::string& required(std::string_view option) const;
  // All values of an option that may have several. Empty if it is not given.
  std::vector<std::string> values(std::string_view option) const;

  // Throws UsageError unless exactly one of the two options is given.
  void require_one_of(std::string_view first, std::string_view second) const;

 private:
  std::string command_;
  Given options_;
};

}  // namespace bpetite::cli
