// Declares a function for each subcommand of bpetite, which returns the subcommand as data, and
// `bpetite_program`, which returns the program with all of them (main.cpp). The function of a
// subcommand is defined in the file of its name: `train_command` in commands/train.cpp.
#pragma once

#include "cli/command.hpp"

namespace bpetite::cli {

Command train_command();
Command count_command();
Command merge_counts_command();
Command encode_command();
Command decode_command();
Command check_ids_command();
Command windows_command();
Command render_command();
Command visualize_command();
Command validate_command();
Command pretokenize_command();
Command inspect_command();
Command import_command();
Command export_command();
Command add_tokens_command();
Command patterns_command();
Command shards_command();
Command explain_command();
Command compare_tiktoken_command();
Command serve_command();
Command conform_command();
Command spec_command();
Command completion_command();
Command man_command();

// The program with all these subcommands.
Command bpetite_program();

}  // namespace bpetite::cli
