// Declares the subcommands of `bpetite shards`: plan, run, finish and verify. Each is defined in
// the file of its name (S81a, S82a, S84a, S84b). Beside them, options and results that several
// have.
#pragma once

#include <cstdint>
#include <span>

#include "cli/command.hpp"
#include "shards/folder.hpp"

namespace bpetite::cli {

Command shards_plan_command();
Command shards_run_command();
Command shards_finish_command();
Command shards_verify_command();

inline constexpr Option shards_folder{"directory", "DIR", "The folder of `shards plan`",
                                      Count::once};
inline constexpr Option shards_root{
    "--root", "DIR", "Where the inputs are, in place of the root that `plan` was given"};

// The folder that the arguments name, with --root.
shards::Folder shards_folder_of(const Arguments& arguments);

// The bytes of input files that these tasks read.
std::uint64_t bytes_of_tasks(const shards::Folder& folder, std::span<const std::size_t> tasks);

}  // namespace bpetite::cli
