#include "engine/count/saved_counts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bpetite::engine::count {

CountsFiles::CountsFiles(std::span<const std::string> paths, std::filesystem::path directory)
    : runs_(std::move(directory)) {
  constexpr std::size_t most_open = 256;
  for (const std::string& path : paths) {
    file::Input input(path);
    if (!input.has_offsets()) {
      // A pipe: its blocks come in order, which is the order in which a reader asks for them.
      runs_.add({CountsReader(
          [&input](char* into, std::size_t size, std::uint64_t) { return input.read(into, size); },
          path)});
      continue;
    }
    files_.push_back({path, std::move(input)});
    if (files_.size() == most_open && paths.size() > most_open) {
      runs_.add(open_streams());
      files_.clear();
    }
  }
}

std::vector<CountStream> CountsFiles::open_streams() const {
  // 64 MiB for all buffers, as far as that goes.
  const std::size_t buffer =
      std::clamp((std::size_t{1} << 26) / std::max<std::size_t>(files_.size(), 1),
                 std::size_t{1} << 12, std::size_t{1} << 18);
  std::vector<CountStream> streams;
  for (const CountsFile& file : files_) {
    streams.emplace_back(CountsReader(
        [&input = file.input](char* into, std::size_t size, std::uint64_t offset) {
          return input.read_at(into, size, offset);
        },
        file.name, buffer));
  }
  return streams;
}

ChunkSource CountsFiles::source() const {
  return [this](const VisitCount& visit) {
    std::vector<CountStream> streams = runs_.streams();
    std::ranges::move(open_streams(), std::back_inserter(streams));
    merge_streams(std::move(streams), visit);
  };
}

CountsTotals save_counts(const std::filesystem::path& path, bool overwrite,
                         const ChunkSource& source,
                         const std::function<void(std::uint64_t)>& tick) {
  file::Temporary temporary(path);
  CountsWriter writer([&temporary](std::string_view bytes) { temporary.write(bytes); });
  source([&](std::string_view chunk, Count count) {
    writer.add(chunk, count);
    constexpr std::uint64_t now_and_then = 1U << 14;
    if (tick && writer.entries() % now_and_then == 0) tick(writer.entries());
  });
  writer.finish();
  temporary.save(overwrite);
  return {writer.entries(), writer.corpus_chunks(), writer.corpus_bytes()};
}

}  // namespace bpetite::engine::count
