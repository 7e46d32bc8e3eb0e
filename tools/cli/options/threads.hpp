// How many threads a subcommand may use.
//
//   --threads 4            4
//   BPETITE_THREADS=4      4, if the option is not given
//   neither                the number of cores
#pragma once

#include "cli/options/arguments.hpp"

namespace bpetite::cli {

// From 1 to 1024. UsageError for anything else.
unsigned threads_argument(const Arguments& arguments);

}  // namespace bpetite::cli
