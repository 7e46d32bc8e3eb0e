#include "engine/count/saved_counts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/file.hpp"

namespace bpetite::engine {

ChunkSource merged(std::span<const std::string> paths) {
  return [names = std::vector<std::string>(paths.begin(), paths.end())](const VisitCount& visit) {
    // 64 MiB for all buffers, as far as that goes.
    const std::size_t buffer =
        std::clamp((std::size_t{1} << 26) / std::max<std::size_t>(names.size(), 1),
                   std::size_t{1} << 12, std::size_t{1} << 18);
    std::vector<CountStream> streams;
    for (const std::string& name : names) {
      streams.emplace_back(CountsReader(
          [name](char* into, std::size_t size, std::uint64_t offset) {
            return file::Input(name).read_at(into, size, offset);
          },
          name, buffer));
    }
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

}  // namespace bpetite::engine
