// Counts chunks on several threads in bounded memory (BoundedCounts), in one table for each thread.
// run() lends a table to each piece of work, and add_text() divides a text among the threads. If
// the memory is bounded, a full table is sorted and written to a file as one more sorted list. At
// the end all tables and lists are merged, and each chunk is visited once: in any order (for_each),
// or ascending by bytes (for_each_ascending).
#include "engine/count/bounded_counts.hpp"

#include <algorithm>
#include <utility>

#include "engine/count/counts_file.hpp"
#include "engine/machine/parallel.hpp"

namespace bpetite::engine::count {

BoundedCounts::BoundedCounts(const Profile& profile, unsigned threads, std::size_t memory,
                             std::filesystem::path directory)
    : cutter_(profile),
      threads_(std::max(threads, 1U)),
      memory_(memory),
      header_(counts_header(profile)),
      runs_(std::move(directory)) {}

void BoundedCounts::run(std::size_t count,
                        const std::function<void(std::size_t i, ChunkCounts&)>& work) {
  machine::for_each_index(count, threads_, [&](std::size_t i) {
    ChunkCounts counts = borrow();
    work(i, counts);
    give_back(std::move(counts));
  });
}

void BoundedCounts::add_text(std::string_view text) {
  constexpr std::size_t least = std::size_t{1} << 20;
  const auto parts = cutter_.safe_parts(text, std::max(least, text.size() / threads_ + 1));
  run(parts.size(), [&](std::size_t i, ChunkCounts& counts) { counts.add_text(parts[i]); });
}

// A table that another thread used before, or a new one. There are at most as many tables as
// threads.
ChunkCounts BoundedCounts::borrow() {
  const std::lock_guard lock(mutex_);
  if (!tables_.empty()) {
    ChunkCounts counts = std::move(tables_.back());
    tables_.pop_back();
    return counts;
  }
  ChunkCounts counts(cutter_);
  if (memory_ != unbounded) {
    counts.bound_memory(memory_ / threads_, [this](ChunkCounts& full) {
      SortedCounts sorted(full.take());
      sorted.sort();
      runs_.add({SortedCounts::Cursor(sorted)});
    });
  }
  return counts;
}

void BoundedCounts::give_back(ChunkCounts counts) {
  const std::lock_guard lock(mutex_);
  tables_.push_back(std::move(counts));
}

void BoundedCounts::sort_tables() {
  std::vector<ChunkCounts::Parts> parts;
  for (ChunkCounts& table : tables_) parts.push_back(table.take());
  tables_.clear();
  const std::size_t before = sorted_.size();
  for (ChunkCounts::Parts& part : parts) sorted_.emplace_back(std::move(part));
  machine::for_each_index(parts.size(), threads_,
                          [&](std::size_t i) { sorted_[before + i].sort(); });
}

void BoundedCounts::for_each(const VisitCount& visit) {
  if (memory_ != unbounded || !sorted_.empty()) return for_each_ascending(visit);
  for (; tables_.size() > 1; tables_.pop_back()) tables_.front().add_all(tables_.back());
  for (const ChunkCounts& table : tables_) table.for_each(visit);
}

void BoundedCounts::for_each_ascending(const VisitCount& visit) {
  sort_tables();
  std::vector<CountStream> streams = runs_.streams();
  for (const SortedCounts& counts : sorted_) streams.emplace_back(SortedCounts::Cursor(counts));
  merge_streams(std::move(streams), visit);
}

}  // namespace bpetite::engine::count
