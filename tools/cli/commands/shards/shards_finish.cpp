// bpetite shards finish: checks that all tasks of a plan are done, and writes dataset.json with all
// of them (S84a). Writes the totals as a line of JSON.
#include <fmt/format.h>

#include "cli/commands/shards/shards.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "shards/dataset.hpp"

namespace bpetite::cli {
namespace {

int run_shards_finish(const Arguments& arguments) {
  const shards::Folder folder = shards_folder_of(arguments);
  const shards::Totals totals = finish(folder);
  write_result(fmt::format(
      "{{\"tasks\":{},\"documents\":{},\"empty\":{},\"ids\":{},\"skipped\":{},\"bytes\":{},"
      "\"dataset\":{}}}\n",
      totals.tasks, totals.documents, totals.empty, totals.ids, totals.skipped, totals.bytes,
      json::quoted(totals.sha256)));
  return 0;
}

}  // namespace

Command shards_finish_command() {
  return {
      "finish",
      "Check that all tasks are done, and write dataset.json.",
      {shards_folder},
      "Writes one line of JSON. The digest in it is the same for all folders with the same "
      "plan.\n\n"
      "Example:\n"
      "  bpetite shards finish out",
      run_shards_finish,
  };
}

}  // namespace bpetite::cli
