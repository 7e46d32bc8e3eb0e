// Counts chunks on several threads in bounded memory (BoundedCounts), in one table for each thread.
// run() lends a table to each piece of work, and add_texts() divides texts among the threads. If
// the memory is bounded, a full table is sorted and written to a file as one more sorted list. At
// the end all tables and lists are merged, and each chunk is visited once: in any order (for_each),
// or ascending by bytes (for_each_ascending).
#include "engine/count/bounded_counts.hpp"

#include <algorithm>
#include <iterator>
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

void BoundedCounts::add_texts(std::span<const std::string_view> texts) {
  constexpr std::size_t size = std::size_t{1} << 20;
  std::vector<std::string_view> parts;
  for (const std::string_view text : texts) {
    if (threads_ == 1 || text.size() <= size) {
      parts.push_back(text);
    } else {
      std::ranges::copy(cutter_.safe_parts(text, size), std::back_inserter(parts));
    }
  }
  const std::vector<std::size_t> places = machine::slice_places(parts);
  run(places.size() - 1, [&](std::size_t i, ChunkCounts& counts) {
    for (std::size_t j = places[i]; j < places[i + 1]; ++j) counts.add_text(parts[j]);
  });
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

// Adds each table of the second half to one of the first, on several threads, until one is left.
void BoundedCounts::add_up_tables() {
  while (tables_.size() > 1) {
    const std::size_t left = (tables_.size() + 1) / 2;
    machine::for_each_index(tables_.size() - left, threads_,
                            [&](std::size_t i) { tables_[i].add_all(tables_[left + i]); });
    tables_.erase(tables_.begin() + static_cast<std::ptrdiff_t>(left), tables_.end());
  }
}

void BoundedCounts::for_each(const VisitCount& visit) {
  if (memory_ != unbounded || !sorted_.empty()) return for_each_ascending(visit);
  add_up_tables();
  for (const ChunkCounts& table : tables_) table.for_each(visit);
}

void BoundedCounts::for_each_ascending(const VisitCount& visit) {
  sort_tables();
  std::vector<CountStream> streams = runs_.streams();
  for (const SortedCounts& counts : sorted_) streams.emplace_back(SortedCounts::Cursor(counts));
  merge_streams(std::move(streams), visit);
}

}  // namespace bpetite::engine::count
