// bpetite count: counts the chunks of texts, and writes a counts file (S42a) for `train
// --from-counts`. Shows its progress on standard error, and writes the totals as a line of JSON.
#include <fmt/format.h>

#include <chrono>
#include <string>

#include "cli/commands.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/threads.hpp"
#include "cli/options/training.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress.hpp"
#include "core/file.hpp"
#include "engine/count/saved_counts.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::cli {
namespace {

int run_count(const Arguments& arguments) {
  // Errors come in this order: wrong usage, the destination, the input (S24).
  const Corpus corpus = corpus_of(arguments);
  const Profile profile = profile_choice(arguments).over(profiles::by_default());
  const std::string& output = arguments.required("--output");
  if (output == "-") {
    throw UsageError("count: --output: counts are saved to a file, not to standard output");
  }
  const unsigned threads = threads_argument(arguments);
  const bool force = arguments.given("--force");
  file::check_destination(output, force);

  const auto start = std::chrono::steady_clock::now();
  engine::count::BoundedCounts counts(profile, threads, corpus.memory, file::directory_of(output));
  CountingProgress progress(CountingProgress::Lines::shown, bytes_of(corpus));
  count_corpus(corpus, counts, [&progress](std::uint64_t bytes) { progress.counted(bytes); });

  // An interrupt waits until the file is complete, so that no part of it is left (S14f).
  engine::count::CountsTotals totals;
  {
    const SignalsHeld held;
    totals = engine::count::save_counts(
        output, force, counts.header(),
        [&counts](const engine::count::VisitCount& visit) { counts.for_each_ascending(visit); },
        [&held](std::uint64_t) { held.stop_if_asked(); });
  }
  progress.complete(totals.distinct_chunks);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  write_result(fmt::format(
      "{{\"corpus_bytes\":{},\"chunks\":{},\"distinct_chunks\":{},\"elapsed_ms\":{:.2f}}}\n",
      totals.bytes, totals.chunks, totals.distinct_chunks, elapsed.count()));
  return 0;
}

}  // namespace

Command count_command() {
  Option input = corpus_input;
  input.count = Count::at_least_once;
  return {
      "count",
      "Count the chunks of texts, and save the counts for train --from-counts.",
      {
          input,
          {"--output", "PATH", "The counts file to write", Count::once},
          {"--force", "", "Replace the counts file if there is one"},
          threads_option,
          corpus_memory,
          corpus_jsonl,
          corpus_separator,
          corpus_bad_line,
          training_profile,
          pattern_option,
          dialect_option,
          unicode_option,
          training_normalizer,
      },
      "Writes one line of JSON, and shows its progress on standard error.\n\n"
      "Example:\n"
      "  bpetite count --input corpus.txt --output corpus.counts --memory 256M",
      run_count,
  };
}

}  // namespace bpetite::cli
