// Runs shell examples: commands, and the output that they must print.
//
//   $ bpetite decode --model abab.json --ids 70000
//   ! bpetite: KeyError: decode: ids[0]: unknown token id 70000 [FR-22, chapter 6]
//   ? 1
//
// A line with `$` is a command, with `!` a line that it writes to standard error, with `?` its exit
// code (0 if there is no such line). The lines without a mark are its exact standard output. A line
// `...` stands for any number of lines, and `"elapsed_ms":*` for any number of milliseconds.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bpetite::test {

// Runs the commands in `directory`, with the program `bpetite` on the PATH. Returns nothing if all
// print what is expected, else a report on the first that does not. Throws std::runtime_error for a
// block that does not begin with a command.
std::optional<std::string> shell_fault(const std::vector<std::string>& lines,
                                       const std::filesystem::path& directory);

}  // namespace bpetite::test
