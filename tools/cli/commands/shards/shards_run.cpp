// bpetite shards run: does the tasks of a plan that are not done yet (S82a). Workers may run at the
// same time, on any machines, and may do the same task twice: the files are the same. Writes how
// many tasks are done as a line of JSON.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/shards/shards.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress.hpp"
#include "core/utf8.hpp"
#include "shards/task.hpp"

namespace bpetite::cli {
namespace {

// A number from 1 on of a word, or nullopt.
std::optional<std::size_t> whole(std::string_view word) {
  const auto number = parse_number(word);
  return number && number->value ? std::optional<std::size_t>(*number->value) : std::nullopt;
}

// Worker I of N, counted from 1.
struct Worker {
  std::size_t number = 1;
  std::size_t of = 1;
};

Worker worker_of(const Arguments& arguments) {
  const std::string word = arguments.value("--worker").value_or("1/1");
  const std::size_t slash = std::min(word.find('/'), word.size());
  const auto number = whole(std::string_view(word).substr(0, slash));
  const auto of = whole(std::string_view(word).substr(std::min(slash + 1, word.size())));
  if (!number || !of || *number < 1 || *number > *of) {
    throw UsageError(fmt::format("run: --worker: {} is not I/N with I from 1 to N, such as 1/8",
                                 utf8::quoted(word)));
  }
  return {*number, *of};
}

// The numbers of the tasks that are asked for, or nullopt for all.
std::optional<std::vector<std::size_t>> asked_tasks(const Arguments& arguments) {
  const std::vector<std::string> words = arguments.values("task");
  if (words.empty()) return std::nullopt;
  std::vector<std::size_t> tasks;
  for (const std::string& word : words) {
    const auto task = whole(word);
    if (!task) {
      throw UsageError(fmt::format("run: {} is not the number of a task", utf8::quoted(word)));
    }
    tasks.push_back(*task);
  }
  return tasks;
}

int run_shards_run(const Arguments& arguments) {
  const Worker worker = worker_of(arguments);
  const auto asked = asked_tasks(arguments);
  const unsigned threads = arguments.given("--threads") ? threads_argument(arguments) : 1;
  const shards::Folder folder = shards_folder_of(arguments);

  std::vector<std::size_t> tasks = tasks_to_run(folder, asked, worker.number, worker.of);
  const std::size_t all = tasks.size();
  std::erase_if(tasks, [&](std::size_t task) { return receipt_of(folder, task).has_value(); });
  std::uint64_t documents = 0;
  std::uint64_t ids = 0;
  std::uint64_t skipped = 0;
  {
    TasksProgress progress("Encoding", tasks.size(), bytes_of_tasks(folder, tasks));
    for (const std::size_t task : tasks) {
      const SignalsHeld held;  // S82g
      const shards::Receipt receipt =
          run_task(folder, task, threads, shards::Writes::files, [&](std::uint64_t bytes) {
            held.stop_if_asked();
            progress.read(bytes);
          });
      documents += receipt.documents;
      ids += receipt.ids;
      skipped += receipt.skipped;
      progress.note(fmt::format("Task {}: documents={} ids={} skipped={}", task, receipt.documents,
                                receipt.ids, receipt.skipped));
    }
  }
  write_result(
      fmt::format("{{\"done\":{},\"done_before\":{},\"documents\":{},\"ids\":{},\"skipped\":{}}}\n",
                  tasks.size(), all - tasks.size(), documents, ids, skipped));
  return 0;
}

}  // namespace

Command shards_run_command() {
  return {
      "run",
      "Do the tasks of a plan that are not done yet.",
      {
          shards_folder,
          {"task", "TASK", "The numbers of the tasks, from 0; all if left out", Count::any},
          {"--worker", "I/N", "Do a share of the tasks: 1/8, 2/8, ... 8/8 do all"},
          shards_root,
          {"--threads", "N", "Threads to use; 1 if left out. The files are the same"},
      },
      "Writes one line of JSON.\n\n"
      "Example:\n"
      "  bpetite shards run out\n"
      "  bpetite shards run out --worker 3/8\n"
      "  seq 0 28 | xargs -n 1 -P 8 bpetite shards run out",
      run_shards_run,
      {},
      {{"--worker", {}, {"task"}}},
  };
}

}  // namespace bpetite::cli
