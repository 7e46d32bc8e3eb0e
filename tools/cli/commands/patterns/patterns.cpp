// bpetite patterns: defines the command whose subcommands list, show and compare the patterns of
// profiles.
#include "cli/commands/patterns/patterns.hpp"

#include "cli/commands.hpp"

namespace bpetite::cli {

Command patterns_command() {
  return {
      "patterns",
      "List the patterns that have a name, show one, compare two.",
      {},
      "Example:\n"
      "  bpetite patterns list\n"
      "  bpetite patterns show cl100k\n"
      "  bpetite patterns compare cl100k nanochat",
      nullptr,
      {
          patterns_list_command(),
          patterns_show_command(),
          patterns_compare_command(),
      },
  };
}

}  // namespace bpetite::cli
