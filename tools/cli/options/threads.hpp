// Determines how many threads a subcommand may use.
//
//   --threads 4            4
//   BPETITE_THREADS=4      4, if the option is not given
//   neither                the number of cores that the process may use
#pragma once

#include "cli/command.hpp"
#include "cli/options/arguments.hpp"

namespace bpetite::cli {

inline constexpr Option threads_option{
    "--threads", "N", "Threads to use (all cores, or BPETITE_THREADS); the result is the same"};

// Returns a number from 1 to 1024. Throws UsageError for any other value.
unsigned threads_argument(const Arguments& arguments);

}  // namespace bpetite::cli
