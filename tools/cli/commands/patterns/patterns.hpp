// Declares the subcommands of `bpetite patterns`: list, show and compare. Each is defined in the
// file of its name (S25n, S25p).
#pragma once

#include "cli/command.hpp"

namespace bpetite::cli {

Command patterns_compare_command();
Command patterns_list_command();
Command patterns_show_command();

}  // namespace bpetite::cli
