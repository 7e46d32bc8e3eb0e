// Declares the subcommands of `bpetite conform`, and what they share: the options --level, --only
// and --vectors, and functions that read them, and options that are a number or seconds.
//
// Each subcommand returns its exit code: 0 as expected, 1 an unexpected failure or pass, 2 wrong
// usage, 3 the program could not be driven, 4 the suite itself is at fault, or a file of --vectors,
// or a --case.
#pragma once

#include <cstdint>
#include <string>

#include "cli/command.hpp"
#include "conform/judge/run.hpp"

namespace bpetite::cli {

Command conform_run_command();
Command conform_fuzz_command();
Command conform_identify_command();
Command conform_lines_command();
Command conform_requests_command();
Command conform_list_command();
Command conform_explain_command();
Command conform_compare_command();
Command conform_matrix_command();
Command conform_lint_command();
Command conform_smoke_command();
Command conform_export_command();
Command conform_export_model_command();

// The options --level and --only, which several subcommands share.
inline constexpr Option level_option{"--level", "L", "Only this level, L0 to L6; may be repeated",
                                     Count::any};
inline constexpr Option only_option{"--only", "ID",
                                    "Only this vector, or with ID* all that begin so"};
// --vectors: groups from files in place of the groups of the suite.
inline constexpr Option vectors_option{
    "--vectors", "FILE", "A group of vectors in place of the suite's; may be repeated", Count::any};
conform::suite::Suite suite_for(const Arguments& arguments);

void read_selection(const Arguments& arguments, conform::judge::RunOptions& options);

// The number of an option, or `fallback` if it is not given. Throws UsageError unless it is a
// number from `least` to `most`.
std::uint64_t number_of(const Arguments& arguments, const std::string& name, std::uint64_t fallback,
                        std::uint64_t least, std::uint64_t most);
// The same for seconds, which may have a fraction: "0.5".
conform::program::Duration seconds_of(const Arguments& arguments, const std::string& name,
                                      conform::program::Duration fallback);

}  // namespace bpetite::cli
