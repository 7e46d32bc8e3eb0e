// Adds up the receipts of all tasks (finish), and finds files and tasks that are not as the
// receipts say (verify).
#include "shards/dataset.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/directory.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "corpus/sha256.hpp"
#include "shards/final_file.hpp"
#include "shards/task.hpp"

namespace bpetite::shards {
namespace {

constexpr const char* dataset_name = "dataset.json";

Receipt required_receipt(const Folder& folder, std::size_t task) {
  auto receipt = receipt_of(folder, task);
  if (!receipt) {
    throw ValueError(fmt::format("shards: {}: task {} is not finished, required all of {}",
                                 shown_path(folder.directory), task, folder.tasks.size()),
                     "S84a");
  }
  return *std::move(receipt);
}

void require_size(const Folder& folder, const SavedFile& file) {
  const std::filesystem::path path = folder.shards() / file.name;
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || size != file.bytes) {
    throw ValueError(
        fmt::format("shards: {}: {}, required a file of {} bytes", shown_path(path),
                    error ? error.message() : fmt::format("has {} bytes", size), file.bytes),
        "S84a");
  }
}

// The sums of all receipts, and the bytes of dataset.json.
struct Sums {
  Totals totals;
  std::string dataset;
};

Sums sums_of(const Folder& folder) {
  Totals totals;
  totals.tasks = folder.tasks.size();
  std::string listed;
  for (std::size_t task = 0; task < folder.tasks.size(); ++task) {
    const Receipt receipt = required_receipt(folder, task);
    totals.documents += receipt.documents;
    totals.empty += receipt.empty;
    totals.ids += receipt.ids;
    totals.skipped += receipt.skipped;
    std::string files;
    for (const SavedFile& file : receipt.files) {
      require_size(folder, file);
      totals.bytes += file.bytes;
      fmt::format_to(std::back_inserter(files), R"({}{{"name":{},"bytes":{},"sha256":{}}})",
                     files.empty() ? "" : ",", json::quoted(file.name), file.bytes,
                     json::quoted(file.sha256));
    }
    fmt::format_to(std::back_inserter(listed),
                   R"({}{{"task":{},"documents":{},"ids":{},"files":[{}]}})",
                   listed.empty() ? "\n" : ",\n", task, receipt.documents, receipt.ids, files);
  }
  const Plan& plan = folder.plan;
  std::string dataset = fmt::format(
      "{{\"format\":\"bpetite shards\",\"version\":1,\"plan\":{},\"shards\":{},\"width\":{},\n"
      "\"tokenizer\":{{\"name\":{},\"sha256\":{}}},\n"
      "\"documents\":{},\"empty\":{},\"ids\":{},\"skipped\":{},\n\"tasks\":[{}]}}\n",
      json::quoted(folder.plan_sha256), json::quoted(name(plan.options.format)), plan.width,
      json::quoted(plan.tokenizer), json::quoted(plan.tokenizer_sha256), totals.documents,
      totals.empty, totals.ids, totals.skipped, listed);
  totals.sha256 = corpus::sha256_hex(dataset);
  return {totals, std::move(dataset)};
}

// Files beside those of the tasks: a program that takes all files of the folder would read them.
void find_others(const Folder& folder, std::vector<std::string>& faults) {
  std::set<std::string> names;
  for (std::size_t task = 0; task < folder.tasks.size(); ++task) {
    const auto of_task = names_of_files(folder.plan.options, folder.stem(task));
    names.insert(of_task.begin(), of_task.end());
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.shards())) {
    const std::string name = entry.path().filename().string();
    if (names.contains(name) || name.starts_with(".bpetite-")) continue;
    faults.push_back(fmt::format("shards/{}: no task has this file", name));
  }
  std::ranges::sort(faults);
}

// Compares dataset.json with the receipts, if it is there.
void compare_dataset(const Folder& folder, std::vector<std::string>& faults) {
  if (!file::is_there(folder.directory / dataset_name)) return;
  try {
    const Totals totals = sums_of(folder).totals;
    if (saved_file(folder.directory, dataset_name).sha256 == totals.sha256) return;
    faults.push_back(fmt::format("{}: is not the sum of the receipts", dataset_name));
  } catch (const Error& error) {
    faults.push_back(fmt::format("{}: {}", dataset_name, error.message()));
  }
}

}  // namespace

Totals finish(const Folder& folder) {
  const Sums sums = sums_of(folder);
  FinalFile file(dataset_name, folder.directory);
  file.write(sums.dataset);
  file.save();
  return sums.totals;
}

std::vector<std::size_t> sampled(std::size_t tasks, std::optional<std::size_t> sample) {
  const std::size_t count = std::min(sample.value_or(tasks), tasks);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(i * tasks / count);
  return chosen;
}

std::vector<std::string> verify(const Folder& folder, std::optional<std::size_t> sample,
                                unsigned threads,
                                const std::function<void(std::uint64_t)>& progress) {
  std::vector<std::string> faults;
  find_others(folder, faults);
  const std::vector<std::size_t> again = sampled(folder.tasks.size(), sample);
  if (!again.empty()) require_inputs(folder);
  for (std::size_t task = 0; task < folder.tasks.size(); ++task) {
    std::optional<Receipt> receipt;
    try {
      receipt = required_receipt(folder, task);
      for (const SavedFile& file : receipt->files) {
        if (saved_file(folder.shards(), file.name) != file) {
          faults.push_back(
              fmt::format("shards/{}: its bytes are not those of the receipt", file.name));
        }
      }
    } catch (const Error& error) {
      faults.emplace_back(error.message());
    }
    if (!receipt || !std::ranges::binary_search(again, task)) continue;
    const Receipt mine = run_task(folder, task, threads, Writes::nothing, progress);
    if (mine == *receipt) continue;
    faults.push_back(fmt::format("task {}: {}", task,
                                 mine.input_sha256 != receipt->input_sha256
                                     ? "its input is not the one that the receipt has"
                                     : "encoding its input again gives another receipt"));
  }
  if (faults.empty()) compare_dataset(folder, faults);
  return faults;
}

}  // namespace bpetite::shards
