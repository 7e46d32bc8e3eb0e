// bpetite shards verify: compares all shards with their receipts, and encodes the inputs of all
// tasks, or of a sample, again (S84b). Writes what differs, a line each, and exits with 1 if
// anything does.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/shards/shards.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress.hpp"
#include "core/wording/counted.hpp"
#include "shards/dataset.hpp"

namespace bpetite::cli {
namespace {

int run_shards_verify(const Arguments& arguments) {
  const auto sample = limit_argument(arguments, "--sample");
  const unsigned threads = arguments.given("--threads") ? threads_argument(arguments) : 1;
  const shards::Folder folder = shards_folder_of(arguments);
  const std::vector<std::size_t> again = shards::sampled(folder.tasks.size(), sample);
  std::vector<std::string> faults;
  {
    TasksProgress progress("Verifying", again.size(), bytes_of_tasks(folder, again));
    faults = verify(folder, sample, threads, [&](std::uint64_t bytes) { progress.read(bytes); });
  }
  std::string lines;
  for (const std::string& fault : faults) lines += fault + "\n";
  lines +=
      fmt::format("{}, {} encoded again: {}\n", counted(folder.tasks.size(), "task"), again.size(),
                  faults.empty() ? "all as they should be" : counted(faults.size(), "difference"));
  write_text(lines);
  return faults.empty() ? 0 : 1;
}

}  // namespace

Command shards_verify_command() {
  return {
      "verify",
      "Compare shards with their receipts, and encode their inputs again.",
      {
          shards_folder,
          {"--sample", "K", "Encode K tasks again, at equal distances; all if left out"},
          shards_root,
          {"--threads", "N", "Threads to use; 1 if left out"},
      },
      "Exits with 1 if anything differs.\n\n"
      "Example:\n"
      "  bpetite shards verify out --sample 3",
      run_shards_verify,
  };
}

}  // namespace bpetite::cli
