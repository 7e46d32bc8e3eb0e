// Shell examples: commands and what they print.
//
//   $ bpetite decode --model abab.json --ids 70000
//   ! bpetite: KeyError: decode: ids[0]: unknown token id 70000 [FR-22]
//   ? 1
//
// `$` is a command; plain lines are its standard output, to the letter; `!` a line that stands on
// standard error; `?` the exit code, 0 where none is given. A line `...` is any number of lines,
// and `"elapsed_ms":*` any number of milliseconds.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bpetite::test {

// Runs the commands in `directory`, with the program on the PATH: nothing if all print what is
// expected, else the first that does not. std::runtime_error for a block that does not begin with
// a command.
std::optional<std::string> shell_fault(const std::vector<std::string>& lines,
                                       const std::filesystem::path& directory);

}  // namespace bpetite::test
