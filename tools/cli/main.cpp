// bpetite: the command line. Lists all subcommands, and has the main function, which runs the one
// that the arguments name. Exit code 0 done, 1 failed, 2 wrong usage (FR-33).
//
//   $ bpetite encode --model tokenizer.json --text "ab"
//   [256]
//   $ bpetite decode --model tokenizer.json --ids 70000
//   bpetite: KeyError: decode: ids[0]: unknown token id 70000 [FR-22, chapter 6]
#include <cstddef>
#include <span>

#include "cli/commands.hpp"
#include "cli/program.hpp"

namespace bpetite::cli {

Command bpetite_program() {
  return program({
      train_command(),     count_command(),     merge_counts_command(),     encode_command(),
      decode_command(),    check_ids_command(), windows_command(),          render_command(),
      visualize_command(), validate_command(),  pretokenize_command(),      inspect_command(),
      import_command(),    export_command(),    add_tokens_command(),       patterns_command(),
      shards_command(),    explain_command(),   compare_tiktoken_command(), conform_command(),
      serve_command(),     spec_command(),      completion_command(),       man_command(),
  });
}

}  // namespace bpetite::cli

int main(int argc, char** argv) {
  const std::span<const char* const> all(argv, static_cast<std::size_t>(argc));
  return bpetite::cli::run(bpetite::cli::bpetite_program, all.subspan(all.empty() ? 0 : 1));
}
