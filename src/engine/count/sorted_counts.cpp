// Sorts counts by the bytes of their chunks (SortedCounts), merges sorted lists (merge_streams),
// and keeps lists in temporary files (CountRuns). The keys of short chunks are compared as numbers.
// Lists are merged with a heap of their next entries, and the counts of a chunk are added up; a sum
// of 2^64 or more is an error. When there are 64 files of one level, they are merged into one file
// of the next level.
#include "engine/count/sorted_counts.hpp"

#include <algorithm>
#include <cstring>
#include <queue>
#include <utility>

#include <bpetite/errors.hpp>

#include "engine/count/counts_file.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::engine::count {
namespace {

constexpr std::size_t most_runs = 64;  // of a level

// Turns the bytes of a word around. Then the order of numbers is the order of bytes.
std::uint64_t big_endian(std::uint64_t word) { return __builtin_bswap64(word); }

// Compares the bytes of keys in order, and then their number: "a" comes before "a\0".
bool is_before(const cache::ShortKey& a, const cache::ShortKey& b) {
  if (a.low != b.low) return big_endian(a.low) < big_endian(b.low);
  return big_endian(a.high) < big_endian(b.high);
}

std::string_view bytes_of(const cache::ShortKey& key) {
  return {reinterpret_cast<const char*>(&key), key.high >> 56};
}

}  // namespace

void SortedCounts::sort() {
  auto& shorts = parts_.shorts;
  shorts.erase(std::remove_if(shorts.begin(), shorts.end(),
                              [](const ChunkCounts::ShortCount& it) { return it.count == 0; }),
               shorts.end());
  std::sort(shorts.begin(), shorts.end(),
            [](const auto& a, const auto& b) { return is_before(a.key, b.key); });
  const std::string_view bytes = parts_.long_bytes;
  std::sort(parts_.longs.begin(), parts_.longs.end(), [&](const auto& a, const auto& b) {
    return bytes.substr(a.at, a.size) < bytes.substr(b.at, b.size);
  });
}

bool SortedCounts::Cursor::next() {
  const ChunkCounts::Parts& parts = counts_->parts_;
  const bool has_short = shorts_seen_ < parts.shorts.size();
  const bool has_long = longs_seen_ < parts.longs.size();
  if (!has_short && !has_long) return false;

  std::string_view long_chunk;
  if (has_long) {
    const ChunkCounts::LongCount& it = parts.longs[longs_seen_];
    long_chunk = std::string_view(parts.long_bytes).substr(it.at, it.size);
  }
  if (has_short && (!has_long || bytes_of(parts.shorts[shorts_seen_].key) < long_chunk)) {
    const ChunkCounts::ShortCount& it = parts.shorts[shorts_seen_++];
    chunk_ = bytes_of(it.key);
    count_ = it.count;
  } else {
    chunk_ = long_chunk;
    count_ = parts.longs[longs_seen_++].count;
  }
  return true;
}

void merge_streams(std::vector<CountStream> streams, const VisitCount& visit) {
  struct Head {
    std::string_view chunk;
    std::size_t stream = 0;
    bool operator<(const Head& other) const { return chunk > other.chunk; }  // smallest on top
  };
  std::priority_queue<Head> heads;
  const auto advance = [&](std::size_t i) {
    std::visit(
        [&](auto& stream) {
          if (stream.next()) heads.push({stream.chunk(), i});
        },
        streams[i]);
  };
  for (std::size_t i = 0; i < streams.size(); ++i) advance(i);

  // A stream moves on only when its chunk is no longer needed.
  std::vector<std::size_t> taken;
  while (!heads.empty()) {
    const std::string_view chunk = heads.top().chunk;
    Count sum = 0;
    taken.clear();
    while (!heads.empty() && heads.top().chunk == chunk) {
      const std::size_t i = heads.top().stream;
      const Count count = std::visit([](const auto& stream) { return stream.count(); }, streams[i]);
      if (__builtin_add_overflow(sum, count, &sum)) {
        throw ValueError("counts: the counts of a chunk are 2^64 or more together", "S40e");
      }
      taken.push_back(i);
      heads.pop();
    }
    visit(chunk, sum);
    for (const std::size_t i : taken) advance(i);
  }
}

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
  // Nobody else reads the file, so any header will do.
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
