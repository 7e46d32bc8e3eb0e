// bpetite shards: defines the command whose subcommands plan, run, finish and verify turn corpora
// into files of ids for training. Also opens the folder that they name, and adds up the bytes of
// its tasks.
#include "cli/commands/shards/shards.hpp"

#include <optional>

#include "cli/commands.hpp"

namespace bpetite::cli {

shards::Folder shards_folder_of(const Arguments& arguments) {
  const auto root = arguments.value("--root");
  return shards::open_folder(arguments.required("directory"),
                             root ? std::optional<std::filesystem::path>(*root) : std::nullopt);
}

std::uint64_t bytes_of_tasks(const shards::Folder& folder, std::span<const std::size_t> tasks) {
  std::uint64_t bytes = 0;
  for (const std::size_t task : tasks) {
    for (const shards::Piece& piece : folder.tasks[task]) bytes += piece.end - piece.begin;
  }
  return bytes;
}

Command shards_command() {
  return {
      "shards",
      "Turn corpora into files of ids for training, on one machine or many.",
      {},
      "The bytes of the files depend on the inputs, the tokenizer and the options alone, however\n"
      "many workers there are.\n\n"
      "Example:\n"
      "  bpetite shards plan --input corpus/*.jsonl.zst --model tokenizer.json \\\n"
      "    --format megatron --append '<|endoftext|>' --output out\n"
      "  bpetite shards run out\n"
      "  bpetite shards finish out",
      nullptr,
      {
          shards_plan_command(),
          shards_run_command(),
          shards_finish_command(),
          shards_verify_command(),
      },
  };
}

}  // namespace bpetite::cli
