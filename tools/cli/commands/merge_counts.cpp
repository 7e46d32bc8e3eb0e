// bpetite merge-counts: adds up several counts files, which say how often each chunk occurs, and
// writes one (S42b). Never holds a whole file in memory. Writes the totals as a line of JSON.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/terminal/output.hpp"
#include "core/file.hpp"
#include "engine/count/saved_counts.hpp"

namespace bpetite::cli {
namespace {

int run_merge_counts(const Arguments& arguments) {
  const std::vector<std::string> files = arguments.values("counts");
  const std::string& output = arguments.required("--output");
  if (output == "-" || std::ranges::count(files, "-") > 0) {
    throw UsageError("merge-counts: counts are in files, not in standard input or output");
  }
  const bool force = arguments.given("--force");
  file::check_destination(output, force);

  const auto start = std::chrono::steady_clock::now();
  const engine::count::CountsFiles counts(files, file::directory_of(output));
  engine::count::CountsTotals totals;
  {
    const SignalsHeld held;
    totals = engine::count::save_counts(output, force, counts.header(), counts.source(),
                                        [&held](std::uint64_t) { held.stop_if_asked(); });
  }
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  write_result(fmt::format(
      "{{\"files\":{},\"corpus_bytes\":{},\"chunks\":{},\"distinct_chunks\":{},"
      "\"elapsed_ms\":{:.2f}}}\n",
      files.size(), totals.bytes, totals.chunks, totals.distinct_chunks, elapsed.count()));
  return 0;
}

}  // namespace

Command merge_counts_command() {
  return {
      "merge-counts",
      "Add up counts files, as if all had been counted at once.",
      {
          {"counts", "COUNTS", "Counts files", Count::at_least_once},
          {"--output", "PATH", "The counts file to write", Count::once},
          {"--force", "", "Replace the counts file if there is one"},
      },
      "Writes one line of JSON. No file is ever held whole.\n\n"
      "Example:\n"
      "  bpetite merge-counts monday.counts tuesday.counts --output all.counts",
      run_merge_counts,
  };
}

}  // namespace bpetite::cli
