// How many threads a subcommand may use.
//
//   --threads 4            so many
//   BPETITE_THREADS=4      so many where the option is not given
//   neither                all cores
#pragma once

#include "cli/options/arguments.hpp"

namespace bpetite::cli {

// From 1 to 1024. UsageError for anything else.
unsigned threads_argument(const Arguments& arguments);

}  // namespace bpetite::cli
