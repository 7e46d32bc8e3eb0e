#include "engine/count/count_runs.hpp"

#include <utility>

#include "engine/count/counts_header.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::engine::count {
namespace {

constexpr std::size_t most_runs = 64;  // of a level

}  // namespace

CountRuns::CountRuns(std::filesystem::path directory) : directory_(std::move(directory)) {}

void CountRuns::add(std::vector<CountStream> lists) {
  Run run = write(std::move(lists));
  const std::lock_guard lock(mutex_);
  for (std::size_t level = 0;; ++level) {
    if (level == levels_.size()) levels_.emplace_back();
    std::vector<Run>& runs = levels_[level];
    runs.push_back(std::move(run));
    if (runs.size() < most_runs) return;
    std::vector<CountStream> all;
    for (const Run& one : runs) all.push_back(stream(*one));
    run = write(std::move(all));
    runs.clear();
  }
}

CountRuns::Run CountRuns::write(std::vector<CountStream> streams) const {
  auto run = std::make_unique<file::Scratch>(directory_);
  // All lists are cut alike, and nobody else reads the file: any header will do.
  CountsWriter writer([&run](std::string_view bytes) { run->append(bytes); },
                      counts_header(profiles::by_default()));
  merge_streams(std::move(streams),
                [&writer](std::string_view chunk, Count count) { writer.add(chunk, count); });
  writer.finish();
  return run;
}

CountStream CountRuns::stream(const file::Scratch& run) {
  return CountsReader([&run](char* into, std::size_t size,
                             std::uint64_t offset) { return run.read_at(into, size, offset); },
                      "temporary file");
}

std::vector<CountStream> CountRuns::streams() const {
  std::vector<CountStream> all;
  for (const std::vector<Run>& runs : levels_) {
    for (const Run& run : runs) all.push_back(stream(*run));
  }
  return all;
}

}  // namespace bpetite::engine::count
